/// Two routes between which a request can't choose.
struct RouteAmbiguity {
  var endpoint: String
  var sameHost: Bool
  var sentence: String

  static func all(_ endpoints: [Endpoint]) -> [RouteAmbiguity] {
    let all = endpoints.flatMap { endpoint in endpoint.routes.map { (endpoint, $0) } }
    var found: [RouteAmbiguity] = []
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
