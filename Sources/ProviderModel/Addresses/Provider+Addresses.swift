import Basics

extension Provider {
  /// The best match among the routes of one host, or of all hosts where `host` is `nil`.
  ///
  /// If no route accepts the method, the match is a route for another method.
  package func match(
    host: Int?, path: String, method: String?, query: Parameters
  ) -> RouteTable.Match? {
    routes.match(host: host, path: path, method: method, query: query)
  }
}

extension Provider {
  /// Every address that clients and people open, below the provider's prefix, with its variables. The first one of each
  /// endpoint is that of documents and links.
  package var addressesShown: [[String]] {
    shown.map { endpoint in
      endpoint.routes.map { route in
        let host = route.host == 0 ? "" : "/\(hosts[route.host].pattern.text)"
        return "/\(id)\(host)\(route.pathShown)"
      }
    }
  }

  /// The same for one host, without the prefix.
  package func pathsShown(atHost host: Int) -> [[String]] {
    shown.map { $0.routes.filter { $0.host == host }.map(\.pathShown) }
  }

  /// The endpoints to which a client leads: only pages lead to the steps of a sign-in.
  private var shown: [Endpoint] {
    endpoints.filter {
      ![.login, .consent, .grant, .deny, .choose, .hop, .page].contains($0.kind) || $0.isStandalone
    }
  }
}
