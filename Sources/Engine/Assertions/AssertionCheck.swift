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
    try checkSignature(of: assertion, by: client, context)
    try assertion.checkIssuer(is: client.id)
    try assertion.checkSubject(is: client.id)
    try assertion.checkAudience(
      among: audiences(rule, context), isSole: rule.hasSoleAudience,
      or: rule.hasSoleAudience
        ? "a fixture can accept others by client_auth.assertions.audience" : nil)
    let end = try assertion.checkTimes(
      longest: rule.longest, skew: rule.skew, at: context.instants.wall)
    let use = JWTUse(
      try assertion.identity(), within: [context.provider.id, client.id], until: end + rule.skew)
    try use.check(assertion, context)
    use.remember(context)
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
    try assertion.checkAlgorithm(
      among: AssertionRule.keyAlgorithms, "a client secret of \(context.provider.id) has")
    try checkSignature(of: assertion, by: client, context)
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

  // MARK: Signature

  private static func checkSignature(
    of assertion: PresentedJWT, by client: Client, _ context: RequestContext
  ) throws(Refusal) {
    if let registered = client.assertionAlgorithm {
      try assertion.checkAlgorithm(
        among: [registered], "the client \(client.id) is registered for")
    }
    if assertion.method == .clientSecretJWT {
      try checkSecret(of: assertion, by: client)
    } else {
      try checkKey(of: assertion, by: client, context)
    }
  }

  private static func checkSecret(
    of assertion: PresentedJWT, by client: Client
  ) throws(Refusal) {
    guard let secret = client.secret, !secret.isEmpty else {
      throw Refusal(
        .assertionKeysMissing, at: .client, facts: [("value", client.id)],
        "\(assertion.parameter) is signed by HS256, and the client \(client.id) has no secret",
        clause: "OpenID Connect Core §9",
        remedy:
          "sign by RS256 or ES256 with a key of the client, or give it a secret in \(client.source)"
      )
    }
    let code = HMAC.sha256(key: Array(secret.utf8), message: assertion.token.signingInput)
    guard equalInConstantTime(code, assertion.token.signature) else {
      throw Refusal(
        .assertionSignatureWrong, at: .client,
        "the secret of \(client.id) makes another signature of \(assertion.parameter)",
        remedy: "sign with the bytes of the client_secret that stands in \(client.source)")
    }
  }

  private static func checkKey(
    of assertion: PresentedJWT, by client: Client, _ context: RequestContext
  ) throws(Refusal) {
    try assertion.checkKey(
      among: keys(of: client, context),
      of: .init(
        title: "the client \(client.id)", name: client.id,
        remedy: "register an RSA key of 2048 bits or a P-256 key",
        fetchedFrom: client.keys == nil ? client.keysURI : nil))
  }

  private static func keys(
    of client: Client, _ context: RequestContext
  ) throws(Refusal) -> [VerifyingKey] {
    if let set = client.keys { return ClientKeys.usable(in: set) }
    if let address = client.keysURI {
      return try context.fetchedKeys(address, .client)
    }
    throw Refusal(
      .assertionKeysMissing, at: .client, facts: [("value", client.id)],
      "the client \(client.id) is registered without public keys",
      remedy: "register its keys as jwks or jwks_uri, in the cast or at the registration endpoint")
  }
}
