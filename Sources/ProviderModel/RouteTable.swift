/// Which endpoint answers at a place.
public enum RouteTable {
  public struct Match: Sendable {
    public var endpoint: Endpoint
    public var route: Route
    public var variables: [String: String]
  }

  /// The best match among the routes of one host, or of all hosts where `host` is `nil`.
  public static func match(
    _ provider: Provider, host: Int?, path: [String], query: (String) -> String?
  ) -> Match? {
    var best: Match?
    for endpoint in provider.endpoints {
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
    let all = provider.endpoints.flatMap { endpoint in endpoint.routes.map { (endpoint.name, $0) } }
    var found: [Ambiguity] = []
    for (offset, (name, route)) in all.enumerated() {
      for (other, rival) in all[..<offset] where route.isAmbiguous(with: rival) {
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
