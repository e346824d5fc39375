import Basics

/// The providers that are served, in order. Each is compiled on first use.
///
/// Finding the provider of a request takes only IDs and host names.
package final class ProviderCatalog: ProviderLookup {
  package struct Entry: Sendable {
    package let id: String
    package let hosts: [HostPattern]
    /// Whether certificates of clients count there: as far as it is known before the provider is compiled.
    package let readsCertificates: Bool
    private let source: Lazily<Provider?>

    package init(_ provider: Provider) {
      id = provider.id
      hosts = provider.hosts.map(\.pattern)
      readsCertificates = provider.readsCertificates
      source = Lazily(provider)
    }

    /// - Parameter make: Runs at most once, when the provider is first used.
    package init(
      id: String, hosts: [String], readsCertificates: Bool = false,
      make: @escaping @Sendable () throws(FixtureError) -> Provider
    ) {
      self.id = id
      self.hosts = hosts.map { HostPattern($0) }
      self.readsCertificates = readsCertificates
      source = Lazily { try? make() }
    }

    /// The provider; `nil` if its fixture has a mistake. Tests ensure that bundled fixtures have none.
    package var provider: Provider? { source.value }
    /// Whether it has been used.
    package var isMade: Bool { source.isMade }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }
  package convenience init(_ providers: [Provider]) { self.init(providers.map { Entry($0) }) }

  package var ids: [String] { entries.map(\.id) }
  package func provider(_ id: String) -> Provider? { entries.first { $0.id == id }?.provider }

  /// The same providers, with another fixture or other quirks for one of them.
  package func replacing(_ provider: Provider) -> ProviderCatalog {
    ProviderCatalog(entries.map { $0.id == provider.id ? Entry(provider) : $0 })
  }
}

/// The available providers, by ID. Each is compiled on first use.
///
/// Readers of casts and rules look providers up here, so that only the named providers are compiled.
package protocol ProviderLookup: Sendable {
  /// The IDs, in order.
  var ids: [String] { get }
  /// `nil` for an id that is not served.
  func provider(_ id: String) -> Provider?
}

extension ProviderLookup {
  package var all: [Provider] { ids.compactMap { provider($0) } }
}

extension [Provider]: ProviderLookup {
  package var ids: [String] { map(\.id) }
  package func provider(_ id: String) -> Provider? { first { $0.id == id } }
}
