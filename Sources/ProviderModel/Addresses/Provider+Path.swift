import Basics

extension Provider {
  private static let segmentStyle = QueryStyle(space: .percent, safe: "-_.~!$&'()*+,;=:@")

  /// The path and query that lead to a route below the origin of a server, or below a sandbox's prefix there.
  /// - Parameter values: of the variables of its addresses, at their places.
  /// - Returns: nil where the value of a variable is not known.
  package func path(to route: Route, _ values: [String?]) -> String? {
    func filled(_ segment: Route.Segment) -> String? {
      switch segment {
      case .literal(let text): text
      case .variable(let name):
        variable(name).flatMap { values.indices.contains($0) ? values[$0] : nil }
      }
    }
    let path = route.path.compactMap(filled).map { Self.segmentStyle.encode($0) }
    let query = route.query.compactMap { pair in
      filled(pair.value).map { (name: pair.name, value: $0) }
    }
    guard path.count == route.path.count, query.count == route.query.count else { return nil }
    let own = Base(scheme: "http", authority: "", prefix: "/\(id)")
    return own.path(self, host: route.host, values) + "/" + path.joined(separator: "/")
      + (query.isEmpty ? "" : "?" + QueryStyle.rfc3986.encode(query))
  }

  /// The first address of an endpoint that can be told.
  package func path(to endpoint: Endpoint, _ values: [String?]) -> String? {
    endpoint.routes.lazy.compactMap { self.path(to: $0, values) }.first
  }
}
