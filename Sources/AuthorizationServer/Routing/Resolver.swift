import HTTPMessages
import ProviderModel

/// Finds out whom a request is for: by `Host`, or by the first segments of its path.
struct Resolver {
  let providers: [Provider]
  let allowedHosts: [String]
  /// The path of the sandbox.
  let prefix: String
  private var method: String?

  init(providers: [Provider], allowedHosts: [String], prefix: String = "") {
    self.providers = providers
    self.allowedHosts = allowedHosts
    self.prefix = prefix
  }

  struct Place {
    var provider: Provider
    var base: Base
    var match: RouteTable.Match
    var variables: [String: String]
    /// The path below the base, as sent.
    var path: String
  }

  enum Result {
    case provider(Place)
    case own(String)
    case nowhere(String)
    case foreign(String)
  }

  func resolve(_ request: Request, _ target: RequestTarget) -> Result {
    var resolver = self
    resolver.method = Self.method(request)
    return resolver.find(request, target)
  }

  /// The method that a request means: HEAD is a GET without a body, and OPTIONS asks about another.
  private static func method(_ request: Request) -> String? {
    switch request.method {
    case .head: "GET"
    case .options: request.headers[.accessControlRequestMethod]
    default: request.method.rawValue
    }
  }

  private func find(_ request: Request, _ target: RequestTarget) -> Result {
    let host = HostName.name(of: request.authority)
    let query = Parameters(formEncoded: (target.query ?? "")[...])
    for provider in providers {
      if let found = ownHost(provider, host) {
        let base = Base(
          scheme: request.scheme, authority: request.authority, prefix: "", ownHost: found.index)
        return place(provider, base, found.index, target.path, query, found.bound)
          ?? .nowhere(target.path)
      }
      if host == "\(provider.id).localhost" {
        let base = Base(scheme: request.scheme, authority: request.authority, prefix: prefix)
        return within(provider, base, target.path, query) ?? .nowhere(target.path)
      }
    }
    guard
      HostName.isLoopback(host) || allowedHosts.contains(where: { HostName.name(of: $0) == host })
    else {
      return .foreign(request.authority)
    }
    if target.path == "/" || target.path == "/_understudy/health" { return .own(target.path) }
    let path = Self.uninserted(target.path)
    let segments = path.dropFirst().split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = segments.first, let provider = providers.first(where: { $0.id == id }) else {
      return .nowhere(target.path)
    }
    let base = Base(scheme: request.scheme, authority: request.authority, prefix: "\(prefix)/\(id)")
    let rest = "/" + (segments.count > 1 ? segments[1] : "")
    return within(provider, base, rest, query) ?? .nowhere(target.path)
  }

  /// `/.well-known/NAME/PROVIDER/…` is `/PROVIDER/.well-known/NAME/…`: where RFC 8414 §3.1 looks
  /// for the metadata of an issuer with a path.
  private static func uninserted(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.count > 3, segments[1] == ".well-known" else { return path }
    let moved = [segments[0], segments[3]] + segments[1...2] + segments[4...]
    return moved.joined(separator: "/")
  }

  /// Below a prefix the first segment may be a host; otherwise every host is tried.
  private func within(
    _ provider: Provider, _ base: Base, _ path: String, _ query: Parameters
  ) -> Result? {
    let segments = path.dropFirst().split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if let first = segments.first, let found = ownHost(provider, String(first)) {
      let rest = "/" + (segments.count > 1 ? segments[1] : "")
      return place(provider, base, found.index, rest, query, found.bound)
    }
    return place(provider, base, nil, path, query, [:])
  }

  private func place(
    _ provider: Provider, _ base: Base, _ host: Int?, _ path: String, _ query: Parameters,
    _ bound: [String: String]
  ) -> Result? {
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentCoding.decode($0, plusIsSpace: false) ?? String($0) }
    guard
      let match = RouteTable.match(
        provider, host: host, path: segments, method: method, query: { query.first($0) })
    else { return nil }
    var variables = bound
    for (name, rule) in provider.variables where variables[name] == nil {
      variables[name] = rule.fallback
    }
    variables.merge(match.variables) { $1 }
    return .provider(
      Place(provider: provider, base: base, match: match, variables: variables, path: path))
  }

  private func ownHost(_ provider: Provider, _ name: String) -> (
    index: Int, bound: [String: String]
  )? {
    for (index, host) in provider.hosts.enumerated() {
      if let bound = HostPattern.match(host.pattern, name) { return (index, bound) }
    }
    return nil
  }

  /// What would have matched.
  func near(_ path: String) -> String {
    let known = known
    let near = Suggestion.nearest(to: path, among: known).map { "Did you mean \($0)?\n" } ?? ""
    return near + "These would have matched:\n"
      + nearPaths(path).prefix(12).map { "  \($0)\n" }.joined()
  }

  func nearPaths(_ path: String) -> [String] {
    let first = path.dropFirst().prefix { $0 != "/" }
    let same = known.filter { $0.hasPrefix("/\(first)/") }
    let near = Suggestion.nearest(to: path, among: known).map { [$0] } ?? []
    let list = same.isEmpty ? providers.map { "/\($0.id)/…" } : Array(Set(same)).sorted()
    return near + list.filter { !near.contains($0) }
  }

  private var known: [String] {
    providers.flatMap { provider in
      provider.endpoints.flatMap { endpoint in
        endpoint.routes.map { route in
          let host = route.host == 0 ? "" : "/\(provider.hosts[route.host].pattern)"
          let tail = route.path.map {
            switch $0 {
            case .literal(let text): "/\(text)"
            case .variable(let name): "/{\(name)}"
            }
          }.joined()
          return "/\(provider.id)\(host)\(tail)"
        }
      }
    }
  }
}
