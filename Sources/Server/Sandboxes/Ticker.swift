import Basics

/// Ends waits whose time is over: one thread, only while somebody waits.
package final class Ticker: Sendable {
  /// Starts a thread; false if the system cannot.
  typealias Start = @Sendable (@escaping @Sendable () -> Void) -> Bool

  private struct State: Sendable {
    var ends: [(at: Int, act: @Sendable () -> Void)] = []
    var isRunning = false
  }
  private let state = Lock(State())
  private let clock: @Sendable () -> Int
  private let start: Start

  /// - Parameter clock: milliseconds that only grow.
  init(
    clock: @escaping @Sendable () -> Int = { Int(MonotonicClock.nanoseconds() / 1_000_000) },
    start: @escaping Start = BackgroundThread.run
  ) {
    self.clock = clock
    self.start = start
  }

  /// In milliseconds.
  var now: Int { clock() }

  package func after(milliseconds: Int, _ act: @escaping @Sendable () -> Void) {
    let at = now + milliseconds
    let mustStart = state.withLock { state in
      state.ends.append((at, act))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    // The next wait tries again. To act at once would repeat without end where the act waits again.
    if mustStart, !start({ [self] in run() }) { state.withLock { $0.isRunning = false } }
  }

  private func run() {
    repeat {
      var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
      nanosleep(&pause, nil)
    } while tick()
  }

  /// Ends what is due.
  /// - Returns: whether anything is left to wait for.
  func tick() -> Bool {
    let now = now
    let (due, isOver) = state.withLock { state in
      let due = state.ends.filter { $0.at <= now }
      state.ends.removeAll { $0.at <= now }
      if state.ends.isEmpty { state.isRunning = false }
      return (due, state.ends.isEmpty)
    }
    for end in due { end.act() }
    return !isOver
  }
}
