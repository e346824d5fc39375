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

  /// A sentence about an address at which another provider answers, too; `nil` if there is none.
  package func sharedHost(with others: [Provider]) -> String? {
    for host in hosts.map({ $0.pattern.text.lowercased() }) {
      for other in others where other.id != id {
        guard let path = other.addressShared(with: self, atHost: host) else { continue }
        return
          "\(host) is a host of \(other.id), which answers at \(host)\(path) itself; use the id \"\(other.id)\" to replace it, or start with --no-bundled"
      }
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
