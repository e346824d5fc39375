import Basics
import JOSE
import ProviderModel

/// Whether a client's JWT is the client's own, and made for this server and this time (RFC 7523 §3).
enum AssertionCheck {
  /// A JWT in `client_assertion`.
  static func pass(
    _ assertion: ClientJWT, of client: Client, _ rule: AssertionRule,
    _ context: RequestContext
  ) throws(Refusal) {
    try ClientSignature.check(
      assertion, by: client, registeredFor: client.assertionAlgorithm, context)
    try assertion.checkIssuer(is: client.id)
    try assertion.checkSubject(is: client.id)
    try assertion.checkAudience(among: audiences(rule, context), isSole: rule.hasSoleAudience)
    let wall = context.instants.wall
    let end = try assertion.checkTimes(rule, wall: wall)
    try use(try assertion.identity(), of: client, until: end + rule.skew, context)
  }

  /// The accepted audiences.
  static func audiences(_ rule: AssertionRule, _ context: RequestContext) -> [String] {
    audiences(rule.audiences, context)
  }

  /// The different values of templates.
  static func audiences(_ templates: [Template], _ context: RequestContext) -> [String] {
    var audiences: [String] = []
    for template in templates {
      guard let text = context.facts.text(template), !audiences.contains(text) else { continue }
      audiences.append(text)
    }
    return audiences
  }

  /// A JWT in the place of the client secret. It may be sent again until it expires.
  static func pass(
    secret text: String, of client: Client, _ rule: AssertionRule, _ context: RequestContext
  ) throws(Refusal) {
    let parameter = context.provider.wire("client_secret", at: .token)
    let assertion = try ClientJWT(text, in: parameter)
    try assertion.checkAlgorithm(
      among: AssertionRule.keyAlgorithms, "a client secret of \(context.provider.id) has")
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
    _ = try assertion.checkTimes(rule, wall: context.instants.wall, isSecret: true)
  }

  // MARK: Use

  /// Remembers a JWT, so that it is accepted once.
  private static func use(
    _ identity: String, of client: Client, until end: Int, _ context: RequestContext
  ) throws(Refusal) {
    // A digest has the same size for every client: long identities can't push others out.
    let parts = [context.provider.id, client.id, identity].map(ExactText.key)
    let key = Base64URL.encode(Digest.sha256(Array(parts.joined(separator: " ").utf8)))
    let wall = context.instants.wall
    context.state.assertions.clean(at: wall)
    if let known = context.state.assertions[key], known > wall {
      throw Refusal(
        .assertionReused, at: .client, facts: [("value", identity.shortened)],
        "the JWT with the jti \(identity.shortened) has been used",
        remedy: "make a new JWT with a new jti for each request, also when one is sent again")
    }
    context.state.assertions.insert(end, for: key, ends: end, bytes: key.utf8.count)
  }
}
