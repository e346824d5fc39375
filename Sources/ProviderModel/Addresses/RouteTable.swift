import Basics

/// Which endpoint answers at a place: a trie of path segments, made once when a provider is compiled.
///
/// A path without variables is found in one step; where variables stand, literals are tried before them, so the first
/// route that fits is the most literal one.
package struct RouteTable: Sendable {
  package struct Leaf: Sendable {
    package let endpoint: Endpoint
    package let route: Route
  }

  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var variable: Int?
    /// The most literal query first, then the host that was declared first.
    var leaves: [Leaf] = []
  }

  private var nodes = [Node()]
  /// Paths that hold no variable.
  private var whole: [String: Int] = [:]
  private let folds: Bool
  /// Whether any route looks at the query.
  private let heedsQueries: Bool

  init(_ endpoints: [Endpoint], folds: Bool) {
    self.folds = folds
    heedsQueries = endpoints.contains { $0.routes.contains { !$0.query.isEmpty } }
    for endpoint in endpoints { for route in endpoint.routes { insert(route, endpoint) } }
    for index in nodes.indices {
      nodes[index].leaves = nodes[index].leaves.enumerated().sorted { one, other in
        let (a, b) = (one.element.route, other.element.route)
        if a.rank != b.rank { return b.rank.lexicographicallyPrecedes(a.rank) }
        return (a.host, one.offset) < (b.host, other.offset)
      }.map(\.element)
    }
  }

  private mutating func insert(_ route: Route, _ endpoint: Endpoint) {
    var node = 0
    for segment in route.path {
      let next: Int?
      switch segment {
      case .literal(let text): next = nodes[node].literals[key(text)]
      case .variable: next = nodes[node].variable
      }
      if let next {
        node = next
        continue
      }
      nodes.append(Node())
      let added = nodes.count - 1
      switch segment {
      case .literal(let text): nodes[node].literals[key(text)] = added
      case .variable: nodes[node].variable = added
      }
      node = added
    }
    nodes[node].leaves.append(Leaf(endpoint: endpoint, route: route))
    if route.path.allSatisfy(\.isLiteral) { whole[key(route.pathShown)] = node }
  }

  private func key(_ text: String) -> String { folds ? text.lowercased() : text }

  package struct Match {
    package let leaf: Leaf
    /// Values of variables, by name.
    package let bound: [(name: String, value: String)]
    /// Whether another query at the same path might lead elsewhere.
    package let heedsQuery: Bool
  }

  /// The best match among the routes of one host, or of all hosts where `host` is `nil`.
  ///
  /// Endpoints may share an address if their methods differ; where none answers the method, the
  /// match is the one that would have answered another.
  func match(host: Int?, path: String, method: String?, query: Parameters) -> Match? {
    if let method,
      let match = find(host, path, query, { $0.methods.contains(method) })
    {
      return match
    }
    let match = find(host, path, query) { _ in true }
    // With another query a route that does answer the method might have fitted.
    return match.map { Match(leaf: $0.leaf, bound: $0.bound, heedsQuery: heedsQueries) }
  }

  private func find(
    _ host: Int?, _ path: String, _ query: Parameters, _ isMeant: (Endpoint) -> Bool
  ) -> Match? {
    if let node = whole[key(path)],
      let match = leaf(of: node, host, [], query, isMeant)
    {
      // Nothing else is looked at while this one fits.
      return Match(
        leaf: match.leaf, bound: match.bound,
        heedsQuery: nodes[node].leaves.contains { !$0.route.query.isEmpty })
    }
    let segments = path.utf8.dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { PercentCoding.decode(Substring($0), plusIsSpace: false) ?? String(Substring($0)) }
    return descend(0, segments[...], [], host, query, isMeant)
  }

  private func descend(
    _ node: Int, _ rest: ArraySlice<String>, _ texts: [String], _ host: Int?, _ query: Parameters,
    _ isMeant: (Endpoint) -> Bool
  ) -> Match? {
    guard let segment = rest.first else { return leaf(of: node, host, texts, query, isMeant) }
    if let next = nodes[node].literals[key(segment)],
      let match = descend(next, rest.dropFirst(), texts, host, query, isMeant)
    {
      return match
    }
    guard let next = nodes[node].variable, !segment.isEmpty else { return nil }
    return descend(next, rest.dropFirst(), texts + [segment], host, query, isMeant)
  }

  private func leaf(
    of node: Int, _ host: Int?, _ texts: [String], _ query: Parameters,
    _ isMeant: (Endpoint) -> Bool
  ) -> Match? {
    for leaf in nodes[node].leaves {
      guard host == nil || leaf.route.host == host, isMeant(leaf.endpoint),
        let bound = bind(leaf.route, texts, query)
      else { continue }
      return Match(leaf: leaf, bound: bound, heedsQuery: heedsQueries)
    }
    return nil
  }

  /// The variables that a path and query bind, or `nil` where the query does not fit.
  private func bind(
    _ route: Route, _ texts: [String], _ query: Parameters
  ) -> [(name: String, value: String)]? {
    guard !texts.isEmpty || !route.query.isEmpty else { return [] }
    var bound: [(name: String, value: String)] = []
    var rest = texts[...]
    for case .variable(let name) in route.path {
      guard let text = rest.popFirst() else { return nil }
      bound.append((name, text))
    }
    for (name, value) in route.query {
      guard let text = query.first(name) else { return nil }
      switch value {
      case .literal(let literal): guard key(literal) == key(text) else { return nil }
      case .variable(let name):
        guard !text.isEmpty else { return nil }
        bound.append((name, text))
      }
    }
    return bound
  }
}

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
        // An address that is there twice is told where it is read.
        if name == other, !same || route == rival { continue }
        let sentence =
          name == other
          ? "\(rival.address) and \(route.address) of \"\(name)\" are one address; remove one of them"
          : same
            ? "\(route.address) is ambiguous: a request could mean \"\(other)\" or \"\(name)\""
            : "\"\(other)\" and \"\(name)\" claim one path on two hosts; the short form finds \"\(other)\""
        found.append(.init(endpoint: name, sameHost: same, sentence: sentence))
      }
    }
    return found
  }
}
