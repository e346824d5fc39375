import Basics

/// Claims that a request asks for by the parameter `claims` need the consent that their scopes need (OpenID Connect Core §3.1.2.4).
extension Provider {
  /// The scopes of a claim; none: nobody has to consent to it.
  private func scopes(of claim: String) -> [String] {
    scope.claims.filter { $0.names.contains(claim) }.map(\.scope)
  }

  /// The scopes beyond those of the request that cover the claims that it asks for.
  package func claimScopes(_ arguments: CanonicalParameters, for client: Client?) -> [String] {
    let asked = arguments["scope"].texts ?? []
    var more: [String] = []
    for claim in Self.names(in: claims(of: arguments)) {
      let known = scopes(of: claim).filter { client?.scopes?.contains($0) ?? true }
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
    let lost = Self.names(in: asked).filter { claim in
      let known = scopes(of: claim)
      return !known.isEmpty && !known.contains(where: isAllowed)
    }
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

  private static func names(in asked: JSONObject?) -> [String] {
    guard let asked else { return [] }
    var names: [String] = []
    for place in ["userinfo", "id_token"] {
      for wish in asked[place]?.objectValue ?? JSONObject() where !names.contains(wish.name) {
        names.append(wish.name)
      }
    }
    return names
  }
}
