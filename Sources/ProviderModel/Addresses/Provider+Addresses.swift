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
  /// Every address below the provider's prefix, with its variables.
  package var addressesShown: [String] {
    endpoints.flatMap { endpoint in
      endpoint.routes.map { route in
        let host = route.host == 0 ? "" : "/\(hosts[route.host].pattern.text)"
        return "/\(id)\(host)\(route.pathShown)"
      }
    }
  }

  /// Every path of one host.
  package func pathsShown(atHost host: Int) -> [String] {
    endpoints.flatMap { $0.routes.filter { $0.host == host }.map(\.pathShown) }
  }
}
