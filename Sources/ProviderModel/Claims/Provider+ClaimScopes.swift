import Basics

/// Claims that a request asks for by the parameter `claims` need the consent that their scopes need (OpenID Connect Core §3.1.2.4).
extension Provider {
  /// The claims that scopes cover, of those that a request asks for. A request may name many others.
  private func covered(_ asked: JSONObject?) -> [(claim: String, scopes: [String])] {
    guard let asked else { return [] }
    let places = ["userinfo", "id_token"].compactMap { asked[$0]?.objectValue }
    return scope.claims.flatMap(\.names).unique.filter { claim in
      places.contains { $0[claim] != nil }
    }.map { claim in (claim, scope.claims.filter { $0.names.contains(claim) }.map(\.scope)) }
  }

  /// The scopes beyond those of the request that cover the claims that it asks for.
  package func claimScopes(_ arguments: CanonicalParameters, for client: Client?) -> [String] {
    let asked = arguments["scope"].texts ?? []
    var more: [String] = []
    for (_, scopes) in covered(claims(of: arguments)) {
      let known = scopes.filter { client?.scopes?.contains($0) ?? true }
      guard let first = known.first, !known.contains(where: (asked + more).contains) else {
        continue
      }
      more.append(first)
    }
    return more
  }

  /// Leaves out the claims of which no scope is allowed.
  /// - Returns: the names of those that were left out.
  @discardableResult
  package func keepClaims(
    _ arguments: inout CanonicalParameters, where isAllowed: (_ scope: String) -> Bool
  ) -> [String] {
    guard let slot = claimsSlot, let asked = claims(of: arguments) else { return [] }
    let lost = covered(asked).filter { !$0.scopes.contains(where: isAllowed) }.map(\.claim)
    guard !lost.isEmpty else { return [] }
    let members = asked.map { member in
      guard let wishes = member.value.objectValue else { return member }
      let kept = wishes.filter { !lost.contains($0.name) }
      return JSONObject.Member(member.name, JSONValue(.object(JSONObject(kept))))
    }
    arguments[slot] = .json(JSONValue(.object(JSONObject(members))))
    return lost
  }

  private func claims(of arguments: CanonicalParameters) -> JSONObject? {
    guard let slot = claimsSlot, case .json(let asked) = arguments[slot] else { return nil }
    return asked.objectValue
  }
}
