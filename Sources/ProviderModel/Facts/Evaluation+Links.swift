import Basics

/// Own addresses that answers and pages lead to: made when one is asked for.
extension Evaluation {
  /// A link as templates see it.
  func link(_ slot: Int) -> String? {
    if let links = facts.links { return links.indices.contains(slot) ? links[slot] : nil }
    // A link can't be made of links.
    return linkHost == nil ? url(link: slot) : nil
  }

  /// - Parameter more: The end of its query.
  func url(link slot: Int, _ more: [String] = []) -> String? {
    let provider = facts.provider
    guard provider.links.indices.contains(slot) else { return nil }
    let link = provider.links[slot]
    guard provider.endpoints.indices.contains(link.endpoint) else { return nil }
    return with(link.variables).url(to: provider.endpoints[link.endpoint], on: link.host) { inner in
      var query: [String] = []
      if let raw = link.raw, let text = inner.text(raw), !text.isEmpty { query.append(text) }
      let parameters = inner.parameters(link.query)
      if !parameters.isEmpty {
        query.append((provider.styles["link"] ?? .rfc3986).encode(parameters))
      }
      return query + more
    }
  }

  /// The address of an endpoint: that of the link that has its name.
  func ownURL(of endpoint: Endpoint, _ query: [String] = []) -> String? {
    let provider = facts.provider
    let slot = provider.links.firstIndex { link in
      link.name == endpoint.name && provider.endpoints.indices.contains(link.endpoint)
        && provider.endpoints[link.endpoint].name == endpoint.name
    }
    return slot.map { url(link: $0, query) } ?? url(to: endpoint) { _ in query }
  }

  /// The same with other values of variables.
  private func with(_ values: [(slot: Int, value: Template)]) -> Evaluation {
    var (inner, variables) = (self, variables)
    for (slot, value) in values where variables.indices.contains(slot) {
      if let text = text(value), !text.isEmpty { variables[slot] = text }
    }
    if !values.isEmpty { inner.linkVariables = variables }
    return inner
  }

  /// The address of an endpoint.
  /// - Parameters:
  ///   - host: The host of the address; `nil` if the request decides.
  ///   - more: The parts of the query after those of the route.
  private func url(
    to endpoint: Endpoint, on host: Int? = nil, query more: (Evaluation) -> [String]
  ) -> String? {
    let provider = facts.provider
    guard let route = route(to: endpoint, on: host) else { return nil }
    var inner = self
    inner.linkHost = route.host
    let path = "/" + route.path.map(filled).joined(separator: "/")
    let query = route.query.map { "\($0.name)=\(filled($0.value))" } + more(inner)
    let channel: Base.Channel =
      !facts.isForProgram ? .here : endpoint.kind.isForBrowsers ? .front : .back
    let base = facts.base.url(provider, host: route.host, variables, channel)
    return base + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  private static let segmentStyle = QueryStyle(space: .percent, safe: "-_.~!$&'()*+,;=:@")

  private func filled(_ segment: Route.Segment) -> String {
    switch segment {
    case .literal(let text): text
    case .variable(let name):
      Self.segmentStyle.encode(facts.provider.variable(name).flatMap { variables[$0] } ?? "")
    }
  }

  /// The browser stays where it is: at the same address, else at the same host, if that will do.
  private func route(to endpoint: Endpoint, on host: Int?) -> Route? {
    let routes = endpoint.routes.filter { host == nil || $0.host == host }
    if let same = routes.first(where: { $0 == facts.route }) { return same }
    let usable = routes.filter { route in
      route.variables.allSatisfy { name in
        facts.provider.variable(name).flatMap { variables[$0] }?.isEmpty == false
      }
    }
    return usable.first { $0.host == facts.route.host } ?? nearest(among: usable)
      ?? routes.first
  }

  /// The first route on the host that shares most of its name with this one: cookies travel within
  /// a site, and a provider may have several.
  private func nearest(among routes: [Route]) -> Route? {
    func labels(_ host: Int) -> [Substring] {
      facts.provider.hosts[host].pattern.text.split(separator: ".").reversed()
    }
    let here = labels(facts.route.host)
    func shared(_ route: Route) -> Int {
      zip(here, labels(route.host)).prefix { $0 == $1 }.count
    }
    let most = routes.map(shared).max()
    return routes.first { shared($0) == most }
  }

  /// `{{x|own}}`: the path of an address on one of the provider's own hosts, whatever they are called here and
  /// whichever port they have; `nil` for everybody else's.
  func ownPath(_ address: String) -> String? {
    let uri = URIReference(address)
    guard ["http", "https"].contains(uri.scheme.lowercased()) else { return nil }
    let host = Self.host(uri.authority)
    let (provider, variables) = (facts.provider, facts.variables)
    let isOwn = provider.hosts.indices.contains {
      Self.host(provider.hostName($0, variables)[...]) == host
    }
    if isOwn { return String(uri.path) }
    // Under a prefix the provider's first host is a path of this server.
    let base = URIReference(facts.base.url(provider, host: 0, variables))
    guard !base.authority.isEmpty, base.authority == uri.authority,
      uri.path.hasPrefix(base.path + "/")
    else { return nil }
    return String(uri.path.dropFirst(base.path.count))
  }

  /// Small letters, and no port.
  private static func host(_ authority: Substring) -> String {
    let port = authority.lastIndex(of: ":").map { authority[$0...].dropFirst() }
    guard let port, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return authority.lowercased()
    }
    return authority.dropLast(port.count + 1).lowercased()
  }
}
