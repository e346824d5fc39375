import ProviderModel

/// The owners of host names. A lookup takes one step, except for names with a variable.
package struct HostTable: Sendable {
  /// A host as one of a provider's own.
  package struct Place: Sendable {
    /// Positions in the catalog, and in the provider's list.
    let entry: Int
    let host: Int
    /// What the host's variable is; empty if it has none.
    var variable = ""
  }

  package enum Owner: Sendable {
    /// A host of one or more providers, in the order of the catalog.
    case providers([Place])
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
        } else {
          let name = pattern.text.lowercased()
          var places: [Place] = []
          if case .providers(let earlier) = names[name] { places = earlier }
          names[name] = .providers(places + [Place(entry: entry, host: host)])
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
    case .providers, .named: true
    case .server, .nobody: false
    }
  }

  /// - Parameter name: in small letters, without its port.
  func owner(of name: String) -> Owner {
    if name == "127.0.0.1" { return .server }
    if let owner = names[name] { return owner }
    let places = patterns.compactMap { pattern, entry, host in
      pattern.match(name).map { Place(entry: entry, host: host, variable: $0) }
    }
    guard places.isEmpty else { return .providers(places) }
    return HostName.isLoopback(name) || allowed.contains(name) ? .server : .nobody
  }
}
