import ProviderModel

/// What a rule's limit leaves to the requests that it counts.
struct Quota: Sendable {
  let limit: RateLimit
  /// The number of this request in its window.
  let count: Int
  /// Seconds until the window ends, and with it the count.
  let wait: Int

  init(_ limit: RateLimit, _ window: RateWindow, at now: Int) {
    self.limit = limit
    count = window.count
    wait = max(window.ends - now, 1)
  }

  var left: Int { max(limit.most - count, 0) }
  var isSpent: Bool { count > limit.most }
}
