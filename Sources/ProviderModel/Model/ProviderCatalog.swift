import Basics

/// The providers that are served, in order. Each is compiled when something first asks for it.
///
/// What has to be known before, to find out whom a request is for, is small: ids and host names.
package final class ProviderCatalog: ProviderLookup {
  package struct Entry: Sendable {
    package let id: String
    package let hosts: [HostPattern]
    private let source: Lazily<Provider?>

    package init(_ provider: Provider) {
      id = provider.id
      hosts = provider.hosts.map(\.pattern)
      source = Lazily(provider)
    }

    /// - Parameter make: runs once at most, when the provider is asked for.
    package init(
      id: String, hosts: [String], make: @escaping @Sendable () throws(FixtureError) -> Provider
    ) {
      self.id = id
      self.hosts = hosts.map { HostPattern($0) }
      source = Lazily { try? make() }
    }

    /// The provider; `nil` where its fixture has a mistake, which a test keeps bundled ones from having.
    package var provider: Provider? { source.value }
    /// Whether something has asked for it.
    package var isMade: Bool { source.isMade }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }
  package convenience init(_ providers: [Provider]) { self.init(providers.map { Entry($0) }) }

  package var ids: [String] { entries.map(\.id) }
  package func provider(_ id: String) -> Provider? { entries.first { $0.id == id }?.provider }

  /// The same providers, one of them played by another of its fixtures or switches.
  package func replacing(_ provider: Provider) -> ProviderCatalog {
    ProviderCatalog(entries.map { $0.id == provider.id ? Entry(provider) : $0 })
  }
}

/// The providers at hand, by id: each is compiled when something first asks for it.
///
/// Readers of casts and rules look providers up here, so that only those are compiled of which a file speaks.
package protocol ProviderLookup: Sendable {
  /// In the order in which they are listed.
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
