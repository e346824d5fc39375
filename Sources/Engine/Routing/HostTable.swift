import ProviderModel

/// The owners of host names. A lookup takes one step, except for names with a variable.
package struct HostTable: Sendable {
  package enum Owner: Sendable {
    /// One of a provider's own hosts, and what its variable is.
    case provider(entry: Int, host: Int, variable: String)
    /// `ID.localhost`.
    case named(entry: Int)
    case server
    case nobody
  }

  private var names: [String: Owner] = [:]
  private var patterns: [(pattern: HostPattern, entry: Int, host: Int)] = []
  private let allowed: Set<String>

  package init(_ providers: ProviderCatalog, allowed: [String]) {
    self.allowed = Set(allowed.map(HostName.name(of:)))
    for (entry, provider) in providers.entries.enumerated() {
      for (host, pattern) in provider.hosts.enumerated() {
        if pattern.variable != nil {
          patterns.append((pattern, entry, host))
        } else if names[pattern.text.lowercased()] == nil {
          names[pattern.text.lowercased()] = .provider(entry: entry, host: host, variable: "")
        }
      }
      let own = "\(provider.id).localhost"
      if names[own] == nil { names[own] = .named(entry: entry) }
    }
  }

  /// Whether a provider answers to the name, by one of its own hosts or by `ID.localhost`.
  /// - Parameter name: in small letters, without its port.
  package func leadsToProvider(_ name: String) -> Bool {
    switch owner(of: name) {
    case .provider, .named: true
    case .server, .nobody: false
    }
  }

  /// - Parameter name: in small letters, without its port.
  func owner(of name: String) -> Owner {
    if name == "127.0.0.1" { return .server }
    if let owner = names[name] { return owner }
    for (pattern, entry, host) in patterns {
      if let variable = pattern.match(name) {
        return .provider(entry: entry, host: host, variable: variable)
      }
    }
    return HostName.isLoopback(name) || allowed.contains(name) ? .server : .nobody
  }
}
