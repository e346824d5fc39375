import Basics
import ProviderModel

extension Site {
  /// Whose host was asked where nothing answers.
  enum Whereabouts: Hashable, Sendable {
    case server
    /// `ID.localhost`, below which a provider has all of its addresses.
    case named(String)
    /// One of a provider's own.
    case host(String, Int)
  }

  enum Destination: Sendable {
    case provider(RouteMatch)
    /// A path that the host application serves.
    case outside(String)
    case nowhere(String, at: Whereabouts)
    case foreign(String)
  }

  /// Finds the provider of a request, by `Host` or by the first segments of its path.
  /// - Parameter prefix: the path of the sandbox.
  func destination(
    of request: Request, _ target: RequestTarget, _ query: Parameters, prefix: String
  ) -> Destination {
    let way = Way(site: self, request: request, query: query, prefix: prefix)
    let key = RouteCache.Key(
      scheme: request.scheme, authority: request.authority, prefix: prefix, method: way.method,
      path: target.path, hasQuery: target.query != nil)
    if let kept = addresses.find(key) { return .provider(kept) }
    let found = search(for: request, target, way, prefix)
    guard case .provider(let address, let heedsQuery) = found else { return found.destination }
    // Queries are many: where they matter, only what has none is kept.
    if !heedsQuery || !key.hasQuery { addresses.keep(address, key) }
    return .provider(address)
  }

  /// What a search comes to.
  private enum Found {
    /// With whether another query at the same path might lead elsewhere.
    case provider(RouteMatch, heedsQuery: Bool)
    case other(Destination)

    var destination: Destination {
      switch self {
      case .provider(let address, _): .provider(address)
      case .other(let destination): destination
      }
    }
  }

  private func search(
    for request: Request, _ target: RequestTarget, _ way: Way, _ prefix: String
  ) -> Found {
    func nowhere(at place: Whereabouts = .server) -> Found {
      .other(.nowhere(target.path, at: place))
    }
    switch hosts.owner(of: HostName.name(of: request.authority)) {
    case .nobody: return .other(.foreign(request.authority))
    case .providers(let places):
      if let found = search(places, target.path, way) { return found }
      guard let place = places.first else { return nowhere() }
      return nowhere(at: .host(providers.entries[place.entry].id, place.host))
    case .named(let entry):
      guard let provider = providers.entries[entry].provider else { return nowhere() }
      return within(provider, way.base(prefix), target.path, way)
        ?? nowhere(at: .named(provider.id))
    case .server:
      if options.outside.contains(target.path) { return .other(.outside(target.path)) }
      if let root = options.root, let provider = providers.provider(root),
        let found = within(provider, way.base(prefix), target.path, way)
      {
        return found
      }
      if target.path == WellKnownPath.webIdentity { return webIdentity(way, prefix) ?? nowhere() }
      let path = WellKnownPath.uninserted(target.path)
      let (id, rest) = Self.cut(path)
      guard let entry = providers.entries.first(where: { $0.id == id }),
        let provider = entry.provider
      else { return nowhere() }
      return within(provider, way.base("\(prefix)/\(id)"), rest, way) ?? nowhere()
    }
  }

  /// Of the providers that share a host, the one with the most literal address that answers the method is meant, as
  /// among the endpoints of one provider; of equal ones the first.
  private func search(_ places: [HostTable.Place], _ path: String, _ way: Way) -> Found? {
    var best: Found?
    for owned in places {
      guard let provider = providers.entries[owned.entry].provider else { continue }
      let base = way.base("", ownHost: owned.host)
      let found = place(provider, base, owned.host, path, way, owned.variable)
      guard case .provider(let match, _) = found else { continue }
      if case .provider(let earlier, _) = best, !way.prefers(match, to: earlier) { continue }
      best = found
    }
    guard places.count > 1, case .provider(let match, _) = best else { return best }
    return .provider(match, heedsQuery: true)
  }

  /// The well-known file of the server itself. A browser looks for it at the root of the host, and takes one with a single
  /// identity provider, so it is that of the first provider that has one.
  private func webIdentity(_ way: Way, _ prefix: String) -> Found? {
    for entry in providers.entries {
      guard let provider = entry.provider, provider.fedCM != nil else { continue }
      let base = way.base("\(prefix)/\(entry.id)")
      if let found = within(provider, base, WellKnownPath.webIdentity, way) { return found }
    }
    return nil
  }

  /// What routing looks at beside the path.
  private struct Way {
    let site: Site
    let request: Request
    let query: Parameters
    let prefix: String

    func base(_ prefix: String, ownHost: Int? = nil) -> Base {
      site.base(of: request, prefix: prefix, ownHost: ownHost)
    }

    /// Whether one address fits the request better than another at the same path does.
    func prefers(_ match: RouteMatch, to other: RouteMatch) -> Bool {
      let (answers, rival) = (self.answers(match.endpoint), self.answers(other.endpoint))
      guard answers == rival else { return answers }
      return other.route.rank.lexicographicallyPrecedes(match.route.rank)
    }

    private func answers(_ endpoint: Endpoint) -> Bool {
      method.map(endpoint.methods.contains) ?? true
    }

    /// The method that a request means: HEAD is a GET without a body, and OPTIONS asks about another.
    var method: String? {
      switch request.method {
      case .head: "GET"
      case .options:
        request.headers.first(.accessControlRequestMethod).map { $0 == "HEAD" ? "GET" : $0 }
      default: request.method.rawValue
      }
    }
  }

  /// The first segment of a path, and what is behind it.
  private static func cut(_ path: String) -> (first: Substring, rest: String) {
    let slash = UInt8(ascii: "/")
    let body = path.utf8.dropFirst()
    guard let end = body.firstIndex(of: slash) else { return (Substring(body), "/") }
    return (Substring(body[..<end]), String(path[end...]))
  }

  /// The provider at whose address nothing answers, the prefix of its addresses and the path below it.
  func provider(
    _ path: String, at place: Whereabouts, under prefix: String
  ) -> (provider: Provider, prefix: String, host: Int?, path: String)? {
    switch place {
    case .host(let id, let host):
      return providers.provider(id).map { ($0, "", host, path) }
    case .named(let id): return providers.provider(id).map { ($0, prefix, nil, path) }
    case .server:
      let (id, rest) = Self.cut(path)
      guard let provider = providers.provider(String(id)) else { return nil }
      return (provider, "\(prefix)/\(id)", nil, rest)
    }
  }

  /// Below a prefix the first segment may be a host; otherwise every host is tried.
  private func within(
    _ provider: Provider, _ base: Base, _ path: String, _ way: Way
  ) -> Found? {
    let (first, rest) = Self.cut(path)
    let name = first.lowercased()
    for (index, host) in provider.hosts.enumerated() {
      if let variable = host.pattern.match(name) {
        return place(provider, base, index, rest, way, variable)
      }
    }
    return place(provider, base, nil, path, way, "")
  }

  private func place(
    _ provider: Provider, _ base: Base, _ host: Int?, _ path: String, _ way: Way,
    _ hostVariable: String
  ) -> Found? {
    guard
      let match = provider.match(host: host, path: path, method: way.method, query: way.query)
    else { return nil }
    var variables = provider.variables.map(\.rule.fallback)
    if let host, let name = provider.hosts[host].pattern.variable,
      let slot = provider.variable(name)
    {
      variables[slot] = hostVariable
    }
    for (name, value) in match.bound {
      if let slot = provider.variable(name) { variables[slot] = value }
    }
    return .provider(
      RouteMatch(
        provider: provider, endpoint: match.leaf.endpoint, route: match.leaf.route, base: base,
        variables: variables, path: path), heedsQuery: match.heedsQuery)
  }
}
