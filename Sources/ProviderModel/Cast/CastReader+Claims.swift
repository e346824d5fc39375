import Basics

/// Reads the places of claims: the member `claims` of a cast.
extension CastReader {
  func claim(_ name: String, _ value: JSONValue, _ pointer: String) -> ClaimRule? {
    var reader = FixtureReader(value, .claim, pointer, findings)
    if let clause = ReservedClaims.clause(of: name) {
      findings.error(
        value, pointer, "the claim \"\(name)\" is the server's own (\(clause)), and no person's")
    } else if name == "sub" {
      findings.error(
        value, pointer,
        "sub goes wherever a person is spoken of (OpenID Connect Core §5.1); a person's member sub says what it is"
      )
    } else if ReservedClaims.secret.contains(name) {
      findings.error(
        value, pointer, "\"\(name)\" is no claim: it says what the server does with a person")
    }
    let places = reader.member("in").map { Vocabulary.places($0, reader.at("in"), findings) }
    var scope: String?
    if let member = reader.member("scope"), !member.isNull {
      scope = member.stringValue
      if let text = member.stringValue {
        if !ScopeToken.isWellFormed(text) {
          findings.error(member, reader.at("scope"), ScopeToken.expected(text))
        }
      } else {
        findings.error(
          member, reader.at("scope"), "expected a scope or null, found \(member.found)")
      }
    }
    reader.finish()
    return ClaimRule(places: places ?? ClaimRule.usual.places, scope: scope)
  }

  /// Reports a scope that no client can get.
  func checkScope(ofClaim value: JSONValue, _ pointer: String, in cast: Cast) {
    guard let scope = value["scope"]?.stringValue, ScopeToken.isWellFormed(scope),
      !Self.usualScopes.contains(scope),
      !cast.clients.contains(where: { $0.scopes?.contains(scope) == true })
    else { return }
    // Compiling every provider is expensive, so it comes last.
    let all = providers.all
    guard !all.contains(where: { $0.scope.mayKnow(scope) }) else { return }
    let known =
      Self.usualScopes + cast.clients.flatMap { $0.scopes ?? [] }
      + all.flatMap { $0.scope.known.map(\.name) }
    findings.error(
      value["scope"], JSONPointer.appending("scope", to: pointer),
      "no client has the scope \"\(scope)\", and no provider knows it"
        + (Suggestion.nearest(to: scope, among: known).map { "; did you mean \"\($0)\"?" }
          ?? "; add it to scopes of a client"))
  }

  /// OpenID Connect Core §§3.1.2.1, 5.4, 11.
  private static let usualScopes = [
    "openid", "profile", "email", "address", "phone", "offline_access",
  ]

  /// Warns about a claim that nobody has: it may be a misspelling, or people may be added later.
  func checkHolder(ofClaim name: String, _ value: JSONValue, _ pointer: String, in cast: Cast) {
    var known: [String] = []
    for person in cast.people {
      known += person.claims.names + person.at.flatMap { $0.value.objectValue?.names ?? [] }
    }
    guard !known.contains(name), let near = Suggestion.nearest(to: name, among: known) else {
      return
    }
    findings.add(
      Diagnostic(
        .warning, at: value.origin, pointer,
        "nobody has the claim \"\(name)\"; did you mean \"\(near)\"?"))
  }

  /// Reports claims whose names the server itself uses.
  func checkReserved(_ person: JSONValue, _ pointer: String) {
    for member in person.objectValue ?? JSONObject() {
      guard let clause = ReservedClaims.clause(of: member.name) else { continue }
      findings.error(
        member.value, JSONPointer.appending(member.name, to: pointer),
        "the claim \"\(member.name)\" is the server's own (\(clause)), and no person's")
    }
  }
}
