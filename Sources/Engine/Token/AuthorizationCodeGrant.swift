import Basics
import JOSE
import ProviderModel

/// `authorization_code` (RFC 6749 §4.1.3). The order: whose code it is, before what it is good for.
enum AuthorizationCodeGrant {
  static func redeem(
    _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let text = try context.needed("code")
    let code = try RedeemedCredential.find(.code, text, rule, client, context)
    try RedeemedCredential.isBoundHere(code.grant, rule, context)
    try redirectURI(rule, code.grant, context)
    try TokenBinding.check(code: code, context)
    try verifier(context.parameter("code_verifier"), code.grant, context)
    let scopes = try RedeemedCredential.narrowed(rule, code, context)
    let resources = try ResourceCheck.narrowed(code.grant, of: client, context)
    let details = try DetailsCheck.narrowed(code.grant, of: client, context)
    return Redemption(
      grant: code.grant, scopes: scopes, resources: resources, details: details, spends: code)
  }

  private static func redirectURI(
    _ rule: GrantRule, _ grant: Grant, _ context: RequestContext
  ) throws(Refusal) {
    let (sent, wire) = (context.parameter("redirect_uri"), context.wire("redirect_uri"))
    let again: Remedy = "send the same \(wire) again"
    if sent.isEmpty {
      guard grant.sentRedirectURI, rule.redirectRequired else { return }
      throw Refusal(
        .redirectMissing, at: .token, facts: [("param", "redirect_uri")],
        "the authorization request had a \(context.provider.wire("redirect_uri", at: .authorize)) and this one has none",
        remedy: again)
    }
    guard !ExactText.same(sent, grant.redirectURI) else { return }
    // Whatever an authorization request might have named fits.
    if grant.isMinted, let client = context.client(grant.client),
      RedirectTarget.registered(sent, of: client, context.provider.redirect) != nil
    {
      return
    }
    throw Refusal(
      .redirectMismatch, at: .token, facts: [("value", sent), ("expected", grant.redirectURI)],
      grant.redirectURI.isEmpty
        ? "\(wire) is \(sent), which is not registered for the client \(grant.client)"
        : "\(wire) is \(sent) and was \(grant.redirectURI) in the authorization request",
      remedy: grant.redirectURI.isEmpty ? "send a registered \(wire), or leave it out" : again)
  }

  /// RFC 7636 §4.6.
  private static func verifier(
    _ verifier: String, _ grant: Grant, _ context: RequestContext
  ) throws(Refusal) {
    let policy = context.provider.challenge
    let wire = context.wire("code_verifier")
    let asked = context.provider.wire("code_challenge", at: .authorize)
    let challenge = grant.arguments["code_challenge"].text
    func refusal(_ condition: Condition, _ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(condition, at: .token, facts: [("param", "code_verifier")], sentence, remedy: remedy)
    }
    if challenge.isEmpty {
      // RFC 9700 §2.1.1: a verifier without a challenge is a downgrade.
      guard verifier.isEmpty || !policy.checksForm else {
        throw refusal(
          .verifierUnexpected, "the authorization request had no \(asked)",
          "send a \(asked) there, or no \(wire) here")
      }
      return
    }
    guard policy.checksVerifier else { return }
    guard !verifier.isEmpty else {
      throw refusal(
        .verifierMissing, "the authorization request had a \(asked)",
        "send its \(wire)")
    }
    if let flaw = policy.flaw(ofVerifier: verifier) {
      throw refusal(
        .verifierMalformed, "\(wire) \(flaw)",
        "draw a verifier of 43 to 128 characters, such as the base64url of 32 random bytes")
    }
    let hash = Digest.sha256(Array(verifier.utf8))
    let method = policy.method(named: grant.arguments["code_challenge_method"].text)
    let made =
      switch method {
      case .s256: Base64URL.encode(hash)
      case .s256Hex: Hexadecimal.encode(hash)
      // A quirk may have been switched since.
      case .plain, nil: verifier
      }
    guard equalInConstantTime(Array(made.utf8), Array(challenge.utf8)) else {
      throw refusal(
        .verifierWrong,
        "\(wire) does not lead to the \(asked)"
          + NearMiss.challenge(
            challenge, verifier: verifier, hash: hash, isPlain: method == .plain || method == nil),
        "keep the verifier with the authorization request that it was drawn for")
    }
  }
}
