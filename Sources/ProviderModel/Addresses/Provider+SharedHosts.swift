extension Provider {
  /// The path of an address that another provider has at the same host too, where nothing tells which of them is meant;
  /// `nil` if there is none.
  /// - Parameter host: a host of both, in small letters.
  package func addressShared(with other: Provider, atHost host: String) -> String? {
    let theirs = other.routes(atHost: host)
    for (endpoint, route) in routes(atHost: host) {
      let isShared = theirs.contains { rival, address in
        route.isAmbiguous(with: address) && !Set(endpoint.methods).isDisjoint(with: rival.methods)
      }
      if isShared { return route.pathShown }
    }
    return nil
  }

  private func routes(atHost host: String) -> [(Endpoint, Route)] {
    endpoints.flatMap { endpoint in
      endpoint.routes
        .filter {
          hosts.indices.contains($0.host) && hosts[$0.host].pattern.text.lowercased() == host
        }
        .map { (endpoint, $0) }
    }
  }
}
