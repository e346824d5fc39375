import Basics

/// What may be asked for.
package struct ScopeRule: Sendable {
  /// Each of these separates scopes.
  package var split = " "
  package var fallback: [String] = []
  package var required = false
  package var known: [(name: String, title: String)] = []
  package var patterns: [Pattern] = []
  /// The client's own id is a scope.
  package var clientID = false
  package var table: (name: String, prefix: String, names: String)?
  package var bits: [(name: String, bit: Int)] = []
  package var any = false
  /// What a client has among its `scopes` may be asked for by it, known or not.
  package var registered = false
  /// The claims that each scope asks for (OpenID Connect Core §5.4).
  package private(set) var claims: [(scope: String, names: [String], rule: ClaimRule)] = []
  private(set) var claimNames: Set<ExactText> = []

  mutating func add(claims names: [String], of scope: String) {
    claims.append((scope, names, ClaimRule(places: .userinfo, scope: scope)))
    claimNames.formUnion(names.map(ExactText.init))
  }

  /// Whether a request may name a scope, as far as that can be said without a client and without a cast.
  func mayKnow(_ scope: String) -> Bool {
    any || known.contains { $0.name == scope } || bits.contains { $0.name == scope }
      || patterns.contains { $0.matches(scope) }
  }

  /// The scopes in a text.
  package func split(_ text: String) -> [String] {
    let marks = split
    return text.utf8.split(whereSeparator: { marks.utf8.contains($0) }).map {
      String(Substring($0))
    }
  }
}
