import HTTPMessages
import JOSE
import JSON
import ProviderModel

/// What the grants of the token endpoint check in common.
extension Visit {
  /// A code or refresh token that may be used by this client now, or why not.
  mutating func live(
    _ found: Ledger.Found, _ key: String, _ rule: TokenService.Grant, _ client: Cast.Client,
    _ kind: String, _ text: String
  ) throws(Refusal) -> (IssuedCredential, Grant) {
    let what = kind == "code" ? "code" : "refresh token"
    func refusal(
      _ why: String, _ sentence: String, _ remedy: String, _ facts: [String: String] = [:]
    ) -> Refusal {
      Refusal(
        condition: "\(kind)_\(why)", facts: facts, sentence: "the \(what) \(sentence)",
        clause: "RFC 6749 §5.2", remedy: remedy)
    }
    let credential: IssuedCredential
    switch found {
    case .unknown:
      throw refusal(
        "unknown", "was never issued here", "send it as it came, once and unchanged",
        ["value": text])
    case .live(let one, _), .expired(let one), .spent(let one, _), .revoked(let one):
      credential = one
    }
    let grant = sandbox.state.ledger.grants[credential.grant]
    guard let grant, ExactText.same(grant.client, client.id) else {
      throw refusal(
        "other_client", "was issued to another client", "redeem it as the client that asked for it",
        ["value": client.id])
    }
    switch found {
    case .expired:
      throw refusal(
        "expired", "has expired", "start again, or use it sooner", times(credential))
    case .revoked:
      throw kind == "code"
        ? refusal("unknown", "has been revoked", "start again", ["value": text])
        : refusal("revoked", "has been revoked", "start again")
    case .spent where !tolerates(rule, credential):
      if rule.reuse == .revoke { sandbox.state.ledger.revoke(grant: credential.grant, at: now) }
      let effect = rule.reuse == .revoke ? "; all that it yielded is revoked" : ""
      var refusal = refusal(
        "reused", "has been used\(effect)", "use it once", times(credential))
      refusal.clause = kind == "code" ? "RFC 6749 §4.1.2" : "RFC 9700 §4.14.2"
      throw refusal
    // A second use is tolerated of what could be used a first time.
    case .spent where credential.revoked != nil || grant.revoked != nil:
      throw refusal("unknown", "has been revoked", "start again", ["value": text])
    case .spent where credential.ends.map { $0 <= now } ?? false:
      throw refusal(
        "expired", "has expired", "start again, or use it sooner", times(credential))
    case .live, .spent, .unknown: return (credential, grant)
    }
  }

  private func tolerates(_ rule: TokenService.Grant, _ credential: IssuedCredential) -> Bool {
    switch rule.reuse {
    case .tolerate: true
    case .grace: now - (credential.spent ?? 0) <= rule.grace
    case .refuse, .revoke: false
    }
  }

  /// What the address of the authorization request bound the grant to must come back.
  mutating func same(_ rule: TokenService.Grant, _ grant: Grant) throws(Refusal) {
    let here = boundValues()
    for (name, condition) in rule.same {
      let actual = grant.bound[name]?.stringValue ?? ""
      let expected = here[name]?.stringValue ?? ""
      guard !ExactText.same(actual, expected) else { continue }
      throw Refusal(
        condition: condition, facts: ["actual": actual, "expected": expected, "value": actual],
        sentence: "the grant was issued under \(name) \(actual) and redeemed under \(expected)",
        clause: "\(provider.id): a grant is bound to its \(name)",
        remedy: "redeem it where it was issued")
    }
  }

  func redirectURI(_ rule: TokenService.Grant, _ grant: Grant) throws(Refusal) {
    let sent = parameter("redirect_uri")
    if sent.isEmpty {
      guard grant.sentRedirectURI, rule.redirectRequired else { return }
      throw Refusal(
        condition: "redirect_missing", facts: ["param": "redirect_uri"],
        sentence: "the authorization request had a redirect_uri and this one has none",
        clause: "RFC 6749 §4.1.3", remedy: "send the same redirect_uri again")
    }
    guard !ExactText.same(sent, grant.redirectURI) else { return }
    // Whatever an authorization request might have named fits.
    if grant.isMinted, let client = sandbox.cast.client(grant.client, at: provider.id),
      Registration.target(sent, of: client, provider.redirect) != nil
    {
      return
    }
    throw Refusal(
      condition: "redirect_mismatch", facts: ["value": sent, "expected": grant.redirectURI],
      sentence: "redirect_uri is \(sent) and was \(grant.redirectURI) in the authorization request",
      clause: "RFC 6749 §4.1.3", remedy: "send the same redirect_uri again")
  }

  /// RFC 7636 §4.6.
  func verifier(_ grant: Grant) throws(Refusal) {
    let challenge = grant.parameters["code_challenge"]?.stringValue ?? ""
    let verifier = parameter("code_verifier")
    func refusal(_ why: String, _ sentence: String, _ remedy: String) -> Refusal {
      Refusal(
        condition: "verifier_\(why)", facts: ["param": "code_verifier"], sentence: sentence,
        clause: "RFC 7636 §4.6", remedy: remedy)
    }
    if challenge.isEmpty {
      // RFC 9700 §2.1.1: a verifier without a challenge is a downgrade.
      guard verifier.isEmpty || !provider.challenge.checksForm else {
        throw refusal(
          "unexpected", "the authorization request had no code_challenge",
          "send a code_challenge there, or no code_verifier here")
      }
      return
    }
    guard !verifier.isEmpty else {
      throw refusal(
        "missing", "the authorization request had a code_challenge", "send its code_verifier")
    }
    guard !provider.challenge.checksForm || ChallengePolicy.isWellFormed(verifier) else {
      throw refusal(
        "malformed", "code_verifier has \(verifier.utf8.count) characters or odd ones",
        "send 43 to 128 of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1)")
    }
    let method = grant.parameters["code_challenge_method"]?.stringValue ?? ""
    let made =
      method == "S256" ? Base64URL.encode(Digest.sha256(Array(verifier.utf8))) : verifier
    guard equalInConstantTime(Array(made.utf8), Array(challenge.utf8)) else {
      throw refusal(
        "wrong", "code_verifier does not lead to the code_challenge",
        "keep the verifier with the authorization request that it was drawn for")
    }
  }

  func narrowed(
    _ rule: TokenService.Grant, _ granted: [String]
  ) throws(Refusal) -> [String] {
    let text = parameter("scope")
    guard rule.scoping == .narrow, !text.isEmpty else { return granted }
    let asked = text.split(whereSeparator: { provider.scope.split.contains($0) }).map(String.init)
    let more = asked.filter { !granted.contains($0) }
    guard more.isEmpty else {
      throw Refusal(
        condition: "scope_exceeded", facts: ["value": more.joined(separator: " ")],
        sentence: "\(more.joined(separator: ", ")) was not granted", clause: "RFC 6749 §6",
        remedy: "ask for no more than: \(granted.joined(separator: " "))")
    }
    return granted.filter { asked.contains($0) }
  }

  mutating func scopesAsked(_ client: Cast.Client) throws(Refusal) -> [String] {
    var authorization = Authorization(
      provider: provider, cast: sandbox.cast, acceptsAnyClient: sandbox.options.acceptsAnyClient,
      sent: Parameters(), context: context)
    return try authorization.scopes(context.roots["req"]?.objectValue ?? JSONObject(), client)
  }
}
