import Basics
import JOSE
import ProviderModel

/// Whether a client's JWT is the client's own, and made for this server and this time (RFC 7523 §3).
enum AssertionCheck {
  /// A JWT in `client_assertion`.
  static func pass(
    _ assertion: PresentedJWT, of client: Client, _ rule: AssertionRule,
    _ context: RequestContext
  ) throws(Refusal) {
    try assertion.checkTypeIsText()
    do throws(Refusal) {
      try ClientSignature.check(
        assertion, by: client, registeredFor: client.assertionAlgorithm, context)
    } catch {
      guard let subject = assertion.subject, assertion.issuer == subject,
        !ExactText.same(subject, client.id)
      else { throw error }
      var refusal = error
      refusal.sentence =
        "\(assertion.parameter) is a JWT of the client \(subject.shortened), and \(context.provider.clientParameters.id) is \(client.id)"
      (refusal.clause, refusal.remedy) = ("RFC 7521 §4.2", "name the same client in both")
      throw refusal
    }
    try assertion.checkIssuer(is: client.id)
    try assertion.checkSubject(is: client.id)
    try assertion.checkAudience(
      among: audiences(rule, context), isSole: rule.hasSoleAudience,
      or: rule.hasSoleAudience
        ? "a provider file can accept others by client_auth.assertions.audience" : nil)
    if rule.hasStringAudience, assertion.claims["aud"]?.stringValue == nil {
      throw assertion.wrongAudience(
        "the claim aud of \(assertion.parameter) is an array, and has to be a string",
        "set aud to \(audiences(rule, context).joined(separator: " or ")), as a string",
        expected: audiences(rule, context))
    }
    let end = try assertion.checkTimes(
      longest: rule.longest, skew: rule.skew, at: context.instants.wall)
    let use = JWTUse(
      try assertion.identity(), within: [context.provider.id, client.id], until: end + rule.skew)
    try use.check(assertion, context)
    context.assertionUse = use
  }

  /// The accepted audiences.
  static func audiences(_ rule: AssertionRule, _ context: RequestContext) -> [String] {
    context.texts(of: rule.audiences)
  }

  /// A JWT in the place of the client secret. It may be sent again until it expires.
  static func pass(
    secret text: String, of client: Client, _ rule: AssertionRule, _ context: RequestContext
  ) throws(Refusal) {
    let parameter = context.provider.clientParameters.secret
    let assertion = try PresentedJWT(text, in: parameter, as: .client)
    try assertion.checkTypeIsText()
    try assertion.checkAlgorithm(
      among: rule.forKeys, "a client secret of \(context.provider.id) has")
    try ClientSignature.check(
      assertion, by: client, registeredFor: client.assertionAlgorithm, context)
    for (name, template) in rule.secretClaims {
      let expected = context.facts.text(template) ?? ""
      switch name {
      case "iss": try assertion.checkIssuer(is: expected)
      case "sub": try assertion.checkSubject(is: expected)
      case "aud": try assertion.checkAudience(among: [expected], isSole: false)
      default: try assertion.check(name, is: expected)
      }
    }
    _ = try assertion.checkTimes(
      longest: rule.longest, skew: rule.skew, at: context.instants.wall, isSecret: true)
  }
}
