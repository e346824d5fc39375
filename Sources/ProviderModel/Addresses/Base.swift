/// By which address a request came, and so how our own URLs look in its answer.
package struct Base: Sendable, Hashable, Codable {
  /// Which of the ways to this server an own URL shows.
  package enum Channel: Sendable {
    /// The one by which the request came: pages lead on along it, or a browser would lose its cookies.
    case here
    /// What browsers are told.
    case front
    /// What programs are told.
    case back
  }

  /// Origins that are told in the place of the request's own.
  package struct Told: Sendable, Hashable, Codable {
    package let front: String
    package let back: String

    package init(front: String, back: String) {
      self.front = front
      self.back = back
    }
  }

  package let scheme: String
  /// `Host` verbatim, port included.
  package let authority: String
  /// `/PROVIDER`, or empty under a host of its own.
  package let prefix: String
  /// The request came under one of the provider's own host names: this one.
  package let ownHost: Int?
  /// Nil under a provider's own host, and where no other origin is to be told.
  package let told: Told?

  package init(
    scheme: String, authority: String, prefix: String, ownHost: Int? = nil, told: Told? = nil
  ) {
    self.scheme = scheme
    self.authority = authority
    self.prefix = prefix
    self.ownHost = ownHost
    self.told = told
  }

  /// What stands before the path in an own URL on a host.
  package func url(
    _ provider: Provider, host: Int, _ variables: [String?], _ channel: Channel = .here
  ) -> String {
    if let origin = origin(channel) { return origin + path(provider, host: host, variables) }
    var url = scheme
    url.reserveCapacity(64)
    url += "://"
    url += origin(provider, host, variables)
    url += path(provider, host: host, variables)
    return url
  }

  /// The place of this server, without any provider.
  package func root(_ channel: Channel = .here) -> String {
    origin(channel) ?? "\(scheme)://\(authority)"
  }

  private func origin(_ channel: Channel) -> String? {
    switch channel {
    case .here: nil
    case .front: told?.front
    case .back: told?.back
    }
  }

  private func origin(_ provider: Provider, _ host: Int, _ variables: [String?]) -> String {
    guard let ownHost, host != ownHost else { return authority }
    return provider.hostName(host, variables) + HostName.port(of: authority)
  }

  /// The path that leads to a host: empty under `Host`, the prefix and the long form otherwise.
  package func path(_ provider: Provider, host: Int, _ variables: [String?]) -> String {
    if ownHost != nil { return "" }
    return host == 0 ? prefix : "\(prefix)/\(provider.hostName(host, variables))"
  }

  /// Cookies that are set over HTTPS stay there.
  package var isSecure: Bool { scheme == "https" }

  /// The path of the provider's cookies.
  package var cookiePath: String { prefix.isEmpty ? "/" : prefix }

  /// The site that a provider's own hosts share: the last two labels.
  package var site: String? {
    guard ownHost != nil else { return nil }
    let labels = authority.prefix { $0 != ":" }.split(separator: ".")
    return labels.count < 2 ? nil : labels.suffix(2).joined(separator: ".")
  }
}
