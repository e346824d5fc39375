import Basics

/// Returns freed memory to the system once sandboxes have ended or credentials were forgotten.
///
/// The allocator keeps what was freed, and a server that had thousands of sandboxes would hold their memory for good.
/// Returning it takes some milliseconds, so it waits until nothing was freed for a second, though no longer than half a
/// minute.
final class MemoryRelease: Sendable {
  private struct State: Sendable {
    /// By the ticker's clock: when memory was first and last freed since the last release.
    var first: Int?
    var last = 0
  }

  private static let quiet = 1_000
  private static let longest = 30_000

  private let state = Lock(State())
  private let ticker: Ticker
  private let release: @Sendable () -> Void

  /// - Parameter release: gives all freed memory to the system.
  init(_ ticker: Ticker, release: @escaping @Sendable () -> Void) {
    self.ticker = ticker
    self.release = release
  }

  /// Notes that memory was freed.
  func note() {
    let now = ticker.now
    let isFirst = state.withLock { state in
      defer { state.first = state.first ?? now }
      state.last = now
      return state.first == nil
    }
    if isFirst { wait() }
  }

  private func wait() {
    ticker.after(milliseconds: Self.quiet) { [self] in
      let now = ticker.now
      let isDue = state.withLock { state in
        let first = state.first ?? now
        let isDue = now - state.last >= Self.quiet || now - first >= Self.longest
        if isDue { state.first = nil }
        return isDue
      }
      if isDue { release() } else { wait() }
    }
  }
}
