import ProviderModel

/// How often something was asked in the window of time that is open.
///
/// A window begins with the first request outside of any window, and has a fixed length. A client that waits as long as
/// `Retry-After` says has the whole quota again. The ledger's time counts: a frozen clock never ends a window; advancing the
/// clock or aging credentials does.
package struct RateWindow: Sendable, Equatable, Codable {
  package private(set) var ends = 0
  package private(set) var count = 0

  package init() {}

  /// Whether it is over, or lies so far ahead that it was begun by a clock that has been set back since.
  package func isOver(_ limit: RateLimit, at now: Int) -> Bool {
    ends <= now || ends - limit.seconds > now
  }

  /// One request more.
  mutating func add(_ limit: RateLimit, at now: Int) {
    if isOver(limit, at: now) { (ends, count) = (now + limit.seconds, 0) }
    count += 1
  }
}
