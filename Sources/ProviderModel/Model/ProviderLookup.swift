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
