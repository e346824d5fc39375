import ProviderModel

/// By which address a request came, and so how our own URLs look in its answer.
public struct Base: Sendable, Equatable {
  public var scheme: String
  /// `Host` verbatim, port included.
  public var authority: String
  /// `/PROVIDER`, or empty under a host of its own.
  public var prefix: String
  /// The request came under one of the provider's own host names: this one.
  public var ownHost: Int?

  /// What stands before the path in an own URL on a host.
  func url(_ provider: Provider, host: Int, _ variables: [String: String]) -> String {
    "\(scheme)://" + origin(provider, host: host, variables) + path(provider, host: host, variables)
  }

  /// The place of this server, without any provider.
  var root: String { "\(scheme)://\(authority)" }

  private func origin(_ provider: Provider, host: Int, _ variables: [String: String]) -> String {
    guard let ownHost, host != ownHost else { return authority }
    let port =
      authority.split(separator: ":", maxSplits: 1).dropFirst().first.map { ":\($0)" } ?? ""
    return hostName(provider, host, variables) + port
  }

  /// The path that leads to a host: empty under `Host`, the prefix and the long form otherwise.
  func path(_ provider: Provider, host: Int, _ variables: [String: String]) -> String {
    if ownHost != nil { return "" }
    return host == 0 ? prefix : "\(prefix)/\(hostName(provider, host, variables))"
  }

  private func hostName(_ provider: Provider, _ host: Int, _ variables: [String: String]) -> String
  {
    guard provider.hosts.indices.contains(host) else { return authority }
    return HostPattern.fill(provider.hosts[host].pattern, provider, variables)
  }

  /// The path of the provider's cookies.
  var cookiePath: String { prefix.isEmpty ? "/" : prefix }

  /// The site that a provider's own hosts share: the last two labels.
  var site: String? {
    guard ownHost != nil else { return nil }
    let host = authority.split(separator: ":").first ?? ""
    let labels = host.split(separator: ".")
    return labels.count < 2 ? nil : labels.suffix(2).joined(separator: ".")
  }
}

/// A host name with at most one `{variable}`.
enum HostPattern {
  static func fill(_ pattern: String, _ provider: Provider, _ variables: [String: String]) -> String
  {
    guard let open = pattern.firstIndex(of: "{"), let close = pattern.firstIndex(of: "}"),
      open < close
    else { return pattern }
    let name = String(pattern[pattern.index(after: open)..<close])
    let value =
      variables[name] ?? provider.variables.first { $0.name == name }?.rule.fallback ?? name
    return pattern[..<open] + value + pattern[pattern.index(after: close)...]
  }

  /// The variables that a host name binds, or `nil` where it is another.
  static func match(_ pattern: String, _ host: String) -> [String: String]? {
    let host = host.lowercased()
    guard let open = pattern.firstIndex(of: "{"), let close = pattern.firstIndex(of: "}"),
      open < close
    else { return pattern.lowercased() == host ? [:] : nil }
    let head = pattern[..<open].lowercased()
    let tail = pattern[pattern.index(after: close)...].lowercased()
    guard host.hasPrefix(head), host.hasSuffix(tail), host.count > head.count + tail.count else {
      return nil
    }
    let value = host.dropFirst(head.count).dropLast(tail.count)
    guard !value.contains(".") else { return nil }
    return [String(pattern[pattern.index(after: open)..<close]): String(value)]
  }
}
