import Basics

/// Own addresses that answers and pages lead to: made when one is asked for.
extension Facts {
  /// A link as templates see it.
  func link(_ slot: Int) -> String? {
    if let links { return links.indices.contains(slot) ? links[slot] : nil }
    // A link can't be made of links.
    return isWritingLink ? nil : url(link: slot)
  }

  /// All links at once, in the order of their names.
  ///
  /// Some hold letters that are drawn, and what is drawn next depends on it: so the bytes of an answer that draws are
  /// the same whichever of the links it shows.
  package func writeLinks() {
    guard provider.linksDraw else { return }
    links = nil
    var written = [String?](repeating: nil, count: provider.links.count)
    for slot in provider.linkOrder { written[slot] = url(link: slot) }
    links = written
  }

  package func url(link slot: Int) -> String? {
    guard provider.links.indices.contains(slot) else { return nil }
    let link = provider.links[slot]
    guard provider.endpoints.indices.contains(link.endpoint),
      let route = route(to: provider.endpoints[link.endpoint])
    else { return nil }
    let kept = (host, pathHost, isWritingLink)
    defer { (host, pathHost, isWritingLink) = kept }
    (host, pathHost, isWritingLink) = (route.host, route.host, true)
    let path = "/" + route.path.map(filled).joined(separator: "/")
    var query = route.query.map { "\($0.name)=\(filled($0.value))" }
    if let raw = link.raw, let text = text(raw), !text.isEmpty { query.append(text) }
    let parameters = parameters(link.query)
    if !parameters.isEmpty {
      query.append((provider.styles["link"] ?? .rfc3986).encode(parameters))
    }
    let target = provider.endpoints[link.endpoint].kind
    let channel: Base.Channel = !isForProgram ? .here : target.isService ? .back : .front
    let base = base.url(provider, host: route.host, variables, channel)
    return base + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  private static let segmentStyle = QueryStyle(space: .percent, safe: "-_.~!$&'()*+,;=:@")

  private func filled(_ segment: Route.Segment) -> String {
    switch segment {
    case .literal(let text): text
    case .variable(let name):
      Self.segmentStyle.encode(provider.variable(name).flatMap { variables[$0] } ?? "")
    }
  }

  /// The browser stays where it is: at the same address, else at the same host, if that will do.
  private func route(to endpoint: Endpoint) -> Route? {
    if let same = endpoint.routes.first(where: { $0 == route }) { return same }
    let usable = endpoint.routes.filter { route in
      route.variables.allSatisfy { name in
        provider.variable(name).flatMap { variables[$0] }?.isEmpty == false
      }
    }
    return usable.first { $0.host == route.host } ?? nearest(among: usable)
      ?? endpoint.routes.first
  }

  /// The first route on the host that shares most of its name with this one: cookies travel within
  /// a site, and a provider may have several.
  private func nearest(among routes: [Route]) -> Route? {
    func labels(_ host: Int) -> [Substring] {
      provider.hosts[host].pattern.text.split(separator: ".").reversed()
    }
    let here = labels(route.host)
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
    let isOwn = provider.hosts.indices.contains {
      Self.host(provider.hostName($0, variables)[...]) == host
    }
    if isOwn { return String(uri.path) }
    // Under a prefix the provider's first host is a path of this server.
    let base = URIReference(base.url(provider, host: 0, variables))
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
