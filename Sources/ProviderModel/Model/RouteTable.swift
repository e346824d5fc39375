/// Which endpoint answers at a place.
public enum RouteTable {
  public struct Match: Sendable {
    public var endpoint: Endpoint
    public var route: Route
    public var variables: [String: String]

    public init(endpoint: Endpoint, route: Route, variables: [String: String]) {
      self.endpoint = endpoint
      self.route = route
      self.variables = variables
    }
  }

  /// The best match among the routes of one host, or of all hosts where `host` is `nil`.
  ///
  /// Endpoints may share an address if their methods differ; where none answers the method, the
  /// match is the one that would have answered another.
  public static func match(
    _ provider: Provider, host: Int?, path: [String], method: String? = nil,
    query: (String) -> String?
  ) -> Match? {
    if let method, let match = find(provider, host, path, query, { $0.methods.contains(method) }) {
      return match
    }
    return find(provider, host, path, query, { _ in true })
  }

  private static func find(
    _ provider: Provider, _ host: Int?, _ path: [String], _ query: (String) -> String?,
    _ isMeant: (Endpoint) -> Bool
  ) -> Match? {
    var best: Match?
    for endpoint in provider.endpoints where isMeant(endpoint) {
      for route in endpoint.routes where host == nil || route.host == host {
        guard let bound = route.match(path: path, query: query, folds: provider.foldsPaths) else {
          continue
        }
        if let best, !wins(route, over: best.route) { continue }
        best = Match(endpoint: endpoint, route: route, variables: bound)
      }
    }
    return best
  }

  private static func wins(_ a: Route, over b: Route) -> Bool {
    if a.rank != b.rank { return b.rank.lexicographicallyPrecedes(a.rank) }
    return a.host < b.host
  }

  struct Ambiguity {
    var endpoint: String
    var sameHost: Bool
    var sentence: String
  }

  static func ambiguities(_ provider: Provider) -> [Ambiguity] {
    let all = provider.endpoints.flatMap { endpoint in endpoint.routes.map { (endpoint, $0) } }
    var found: [Ambiguity] = []
    for (offset, (mine, route)) in all.enumerated() {
      for (theirs, rival) in all[..<offset] where route.isAmbiguous(with: rival) {
        let (name, other) = (mine.name, theirs.name)
        guard name == other || !Set(mine.methods).isDisjoint(with: theirs.methods) else { continue }
        let same = route.host == rival.host
        if !same && name == other { continue }
        let sentence =
          same
          ? "\(route.address) is ambiguous: a request could mean \"\(other)\" or \"\(name)\""
          : "\"\(other)\" and \"\(name)\" claim one path on two hosts; the short form finds \"\(other)\""
        found.append(.init(endpoint: name, sameHost: same, sentence: sentence))
      }
    }
    return found
  }
}
