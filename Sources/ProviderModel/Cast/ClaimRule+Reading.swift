import Basics

extension ClaimRule: CastPart {
  package init() { self = .usual }

  static let declaration: Declaration = .init(
    "claim", "The places to which a claim about people is sent.",
    [
      .init(
        Property(
          "in", .either([.choice(ClaimPlaces.names), .list(.choice(ClaimPlaces.names))]),
          "The places: ID tokens, the UserInfo response, access tokens that are JSON Web Tokens, introspection responses.",
          or: "`userinfo`", example: "[\"id_token\", \"userinfo\"]"),
        from: \.places.names
      ) { rule, reader, _ in
        guard let member = reader.member("in") else { return false }
        rule.places = Vocabulary.places(member, reader.at("in"), reader.findings)
        return true
      },
      .textOrNull(
        "scope", \.scope, noun: "a scope", "The scope that the client needs.",
        or: "none, except `openid` for ID tokens and UserInfo", example: "\"openid\""),
    ])

  /// The rule in the format of a cast file.
  package var file: JSONObject { Self.declaration.write(self) }

  func check(_ reader: FixtureReader, _ context: CastReader) {
    if let scope, !ScopeToken.isWellFormed(scope) {
      reader.findings.error(
        reader.value["scope"], reader.at("scope"), ScopeToken.expected(scope))
    }
  }
}

/// Checks the places of claims: the member `claims` of a cast.
extension CastReader {
  func claim(_ name: String, _ value: JSONValue, _ pointer: String, in cast: Cast) -> ClaimRule {
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
        value, pointer, "\"\(name)\" is not a claim: it says what the server does with a person")
    }
    let rule = ClaimRule.declaration.read(value, pointer, findings, self)
    if !isTrusted { checkScope(rule.scope, value, pointer, in: cast) }
    return rule
  }

  /// Reports a scope that no client can get.
  private func checkScope(
    _ scope: String?, _ value: JSONValue, _ pointer: String, in cast: Cast
  ) {
    guard let scope, ScopeToken.isWellFormed(scope), !Self.usualScopes.contains(scope),
      !cast.clients.contains(where: { $0.scopes?.contains(scope) == true })
    else { return }
    // Compiling every provider is expensive, so it comes last.
    let all = providers.all
    guard !all.contains(where: { $0.scope.names(scope) }) else { return }
    let known =
      Self.usualScopes + cast.clients.flatMap { $0.scopes ?? [] }
      + all.flatMap { $0.scope.known.map(\.name) }
    let near = Suggestion.nearest(to: scope, among: known)
    // Some providers take scopes that they don't list: there, what resembles a listed one counts as a misspelling.
    guard near != nil || !all.contains(where: { $0.scope.mayKnow(scope) }) else { return }
    findings.error(
      value["scope"], JSONPointer.appending("scope", to: pointer),
      "no client has the scope \"\(scope)\", and no provider knows it"
        + (near.map { "; did you mean \"\($0)\"?" }
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
}
