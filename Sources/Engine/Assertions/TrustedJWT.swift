import Basics
import ProviderModel

/// The JWT of another issuer that was verified: the client, the person and the scopes for which it is good.
struct TrustedJWT {
  let jwt: PresentedJWT
  /// The entry of the cast by which it is trusted.
  let trusted: TrustedIssuer
  /// The rules that it has passed.
  let rule: TrustRule
  /// Its use, if it is accepted once.
  let use: JWTUse?

  /// Whether the client is the one for which the issuer is trusted, and the one that the JWT names.
  func checkClient(is client: Client) throws(Refusal) {
    if let expected = trusted.client, !ExactText.same(expected, client.id) {
      throw Refusal(
        .jwtClientWrong, at: .token, facts: [("value", client.id), ("expected", expected)],
        "the issuer \(trusted.issuer) is trusted for the client \(expected), and the client is \(client.id)",
        remedy:
          "send the request as \(expected), or change client of \(trusted.name) in trust of the cast"
      )
    }
    guard let name = rule.clientClaim,
      !ExactText.same(jwt.claims[name]?.stringValue ?? "", client.id)
    else { return }
    throw Refusal(
      .jwtClientWrong, at: .token,
      facts: [("value", client.id), ("expected", jwt.shown(name))],
      jwt.claims[name] == nil
        ? "the JWT in \(jwt.parameter) has no claim \(name), which names the client"
        : "the claim \(name) of \(jwt.parameter) is \(jwt.shown(name)), and the client is \(client.id)",
      remedy: "set \(name) to the client that sends the request")
  }

  /// The person for whom the tokens are; `nil` if the client acts for itself.
  func person(_ context: RequestContext) throws(Refusal) -> Person? {
    let name = trusted.personClaim ?? (trusted.subjectClaim == nil ? nil : "sub")
    if rule.subject == .issuer, jwt.claims["sub"] == nil, trusted.person == nil,
      name.map({ jwt.claims[$0] == nil }) ?? true
    {
      return nil
    }
    guard name != nil || trusted.person != nil else { return nil }
    let claim = name ?? "person"
    func refusal(_ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(
        .jwtPersonUnknown, at: .token,
        facts: [("param", claim), ("value", trusted.person ?? jwt.shown(claim))], sentence,
        remedy: remedy)
    }
    let found: Person?
    if let username = trusted.person {
      found = context.person(username)
    } else if let value = jwt.claims[claim], !value.isNull {
      let own = trusted.subjectClaim ?? claim
      found = context.cast.people.first { context.facts.claim(own, of: $0) == value }
    } else {
      throw refusal(
        "the JWT in \(jwt.parameter) has no claim \(claim), which names the person",
        "add \(claim) to the JWT, or change person_claim of \(trusted.name) in trust of the cast")
    }
    guard let found else {
      throw refusal(
        trusted.person.map {
          "the entry \(trusted.name) in trust of the cast names the person \($0), who is not in the cast"
        }
          ?? "no person of the cast has the \(claim) \(jwt.shown(claim))", context.peopleKnown)
    }
    guard found.fate != .locked else {
      throw refusal(
        "the cast says that \(found.username) is locked out",
        "send a JWT of somebody else, or take outcome out of the cast")
    }
    return found
  }

  // MARK: Scopes and resources

  /// The requested scopes, which the trust in the issuer and the JWT may limit.
  func scopes(of client: Client, _ context: RequestContext) throws(Refusal) -> [String] {
    let (source, wider) = ("the claim scope of \(jwt.parameter)", "send a JWT with a wider scope")
    var limit: [String]?
    if rule.limitsScopes, let claim = jwt.claims["scope"] {
      guard let text = claim.stringValue else {
        throw jwt.wrong(
          "scope", "a string of scopes with spaces between them", clause: "RFC 8693 §4.2")
      }
      let allowed = context.provider.scope.split(text)
      let asked = context.provider.scope.split(context.parameter("scope"))
      try check(asked, among: allowed, source, wider)
      if asked.isEmpty { context.facts.arguments["scope"] = .text(text) }
      limit = allowed
    }
    let scopes = try ScopeCheck.scopes(of: client, context)
    // The provider's own default is for a JWT without the claim.
    if limit?.isEmpty == true { try check(scopes, among: [], source, wider) }
    if let allowed = trusted.scopes {
      try check(
        scopes, among: allowed, "the entry \(trusted.name) in trust of the cast",
        "add it to scopes of \(trusted.name) in trust of the cast")
    }
    return scopes
  }

  private func check(
    _ scopes: [String], among allowed: [String], _ source: String, _ remedy: String
  ) throws(Refusal) {
    let more = scopes.filter { !allowed.contains($0) }
    guard !more.isEmpty else { return }
    throw Refusal(
      .scopeExceeded, at: .token, facts: [("value", more.joined(separator: " "))],
      "\(source) does not allow the scope \(more.joined(separator: ", "))", clause: "RFC 7521 §4.1",
      remedy: .say(
        allowed.isEmpty
          ? remedy
          : "ask for no more than: \(allowed.joined(separator: " ").shortened); or \(remedy)"))
  }

  /// Refuses resources and audiences that the JWT does not name, and takes its own for a request that names none.
  func limitResources(_ context: RequestContext) throws(Refusal) {
    guard rule.limitsResources, let slot = context.provider.resourceSlot,
      let claim = jwt.claims["resource"]
    else { return }
    let values = claim.arrayValue ?? [claim]
    let allowed = values.compactMap(\.stringValue)
    guard !allowed.isEmpty, allowed.count == values.count else {
      throw jwt.wrong("resource", "a URI or a list of URIs", clause: "RFC 8707 §2")
    }
    let asked = ResourceCheck.sent(context) + ResourceCheck.audience(context)
    for text in asked where !allowed.contains(where: { ExactText.same($0, text) }) {
      throw Refusal(
        .resourceInvalid, at: .token, facts: [("param", "resource"), ("value", text)],
        "\(text.shortened) is not a resource of \(jwt.parameter)",
        remedy: .say(
          "ask for no more than: \(allowed.joined(separator: ", ").shortened); or send another JWT"
        ))
    }
    if asked.isEmpty { context.facts.arguments[slot] = .texts(allowed) }
  }
}
