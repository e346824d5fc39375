import Basics

/// Compares a rule with the requests that the providers can receive.
extension RuleReader {
  /// Reports names that no provider has: they can never match.
  func checkNames(_ match: Rule.Match, _ reader: FixtureReader) {
    let meant = meant(match)
    if let id = match.provider {
      if meant.isEmpty {
        findings.error(
          reader.value["provider"], reader.at("provider"),
          "there is no provider \"\(id)\"" + Suggestion.hint(for: id, among: providers.ids))
        return
      }
    }
    if let name = match.endpoint {
      let known = Set(meant.flatMap { $0.endpoints.flatMap { [$0.name, $0.kind.rawValue] } })
      if !known.contains(name) {
        findings.error(
          reader.value["endpoint"], reader.at("endpoint"),
          (match.provider.map { "\($0) has no" } ?? "no provider has an") + " endpoint \"\(name)\""
            + Suggestion.hint(for: name, among: Array(known)))
      }
    }
    if let grant = match.grant {
      let known = Set(meant.flatMap { $0.token.grants.map(\.name) })
      if !known.contains(grant) {
        findings.error(
          reader.value["grant"], reader.at("grant"),
          "there is no grant \"\(grant)\" here" + Suggestion.hint(for: grant, among: Array(known)))
      }
    }
  }

  // MARK: Where a rule can act

  struct Place {
    var provider: Provider
    var endpoint: Endpoint
    var kind: Endpoint.Kind { endpoint.kind }
  }

  private func meant(_ match: Rule.Match) -> [Provider] {
    guard let id = match.provider else { return providers.all }
    return [providers.provider(id)].compactMap(\.self)
  }

  /// The endpoints that match a rule's names; empty if one of the names is unknown.
  func places(_ match: Rule.Match) -> [Place] {
    meant(match).flatMap { provider in
      provider.endpoints.filter { endpoint in
        match.endpoint.map { [endpoint.name, endpoint.kind.rawValue].contains($0) } ?? true
      }.map { Place(provider: provider, endpoint: $0) }
    }
  }

  /// Reports members that are valid by themselves and contradict one another.
  func checkPlaces(_ rule: Rule, _ pointer: String) {
    var left = places(rule.match)
    guard !left.isEmpty else { return }
    func refuse(_ path: [String], _ sentence: String) {
      let value = path.reduce(rule.source as JSONValue?) { $0?[$1] }
      findings.error(
        value, path.reduce(pointer) { JSONPointer.appending($1, to: $0) }, sentence)
    }
    if let grant = rule.match.grant {
      left = left.filter { $0.kind == .token }
      if left.isEmpty {
        refuse(
          ["match", "grant"],
          "only a token endpoint knows of a grant, and \(rule.match.place) is none")
        return
      }
      left = left.filter { $0.provider.token.grants.contains { $0.name == grant } }
    }
    if !rule.effect.detour.isEmpty, !left.contains(where: { $0.kind == .authorize }) {
      refuse(
        ["then", "detour"],
        "only the way to an endpoint of kind authorize is a browser's, and \(rule.match.place) is none"
      )
      return
    }
    // These apply to a whole sign-in, which belongs to its first address.
    let isDeparture = rule.effect.change != nil || rule.match.isAboutPerson
    if isDeparture {
      let mayBeLogout = rule.match.endpoint != nil && !rule.match.isAboutPerson
      let acting = left.filter {
        $0.kind.isService || $0.kind == .authorize || ($0.kind == .logout && mayBeLogout)
      }
      if acting.isEmpty, !left.isEmpty {
        refuse(
          rule.effect.change != nil
            ? ["then", "change"] : ["match", rule.match.person == nil ? "when" : "person"],
          "a sign-in as a whole belongs to the endpoint of kind authorize, and "
            + "\(rule.match.place) is none")
        return
      }
      left = acting
    }
    if let method = rule.match.method {
      let known = Set(left.flatMap { Self.methods($0, isDeparture) })
      if !known.contains(method) {
        refuse(
          ["match", "method"],
          "no request with the method \"\(method)\" can match here"
            + Suggestion.hint(for: method, among: Array(known)))
        return
      }
      left = left.filter { Self.methods($0, isDeparture).contains(method) }
    }
    checkChange(rule, left, refuse)
  }

  /// The methods of requests that rules can match: OPTIONS, and methods that an address does not
  /// accept, never get this far.
  private static func methods(_ place: Place, _ isDeparture: Bool) -> [String] {
    if isDeparture, place.kind == .authorize {
      // A sign-in may end at any of its pages.
      return place.provider.endpoints.filter { !$0.kind.isService }
        .flatMap(\.methodsWithHead)
    }
    return place.endpoint.methodsWithHead
  }
}
