import Basics

/// Where requests have arrived before: a client asks at few addresses, again and again.
final class RouteCache: Sendable {
  /// Everything that decides the route of a request, except its query. If a route depends on the query, only requests
  /// without one are kept.
  struct Key: Hashable, Sendable {
    let scheme: String
    let authority: String
    let prefix: String
    let method: String?
    let path: String
    let hasQuery: Bool

    /// What differs most; the rest is compared.
    func hash(into hasher: inout Hasher) { hasher.combine(path) }

    static func == (a: Key, b: Key) -> Bool {
      ExactText.same(a.path, b.path) && ExactText.same(a.authority, b.authority)
        && ExactText.same(a.prefix, b.prefix) && a.scheme == b.scheme && a.method == b.method
        && a.hasQuery == b.hasQuery
    }
  }

  private let addresses = Lock<[Key: RouteMatch]>([:])
  /// Requests under ever new names must not fill the memory.
  private static let most = 256

  func find(_ key: Key) -> RouteMatch? { addresses.withLock { $0[key] } }

  func keep(_ address: RouteMatch, _ key: Key) {
    addresses.withLock { addresses in
      if addresses.count >= Self.most { addresses.removeAll(keepingCapacity: true) }
      addresses[key] = address
    }
  }
}
