import Basics

/// Ends waits whose time is over: one thread, only while somebody waits.
package final class Ticker: Sendable {
  private struct State: Sendable {
    var ends: [(at: Int, act: @Sendable () -> Void)] = []
    var isRunning = false
  }
  private let state = Lock(State())

  package static func milliseconds() -> Int { Int(MonotonicClock.nanoseconds() / 1_000_000) }

  package func after(milliseconds: Int, _ act: @escaping @Sendable () -> Void) {
    let at = Self.milliseconds() + milliseconds
    let mustStart = state.withLock { state in
      state.ends.append((at, act))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart, !BackgroundThread.run({ [self] in run() }) {
      state.withLock { $0.isRunning = false }
      act()
    }
  }

  private func run() {
    while true {
      var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
      nanosleep(&pause, nil)
      let now = Self.milliseconds()
      let (due, isOver) = state.withLock { state in
        let due = state.ends.filter { $0.at <= now }
        state.ends.removeAll { $0.at <= now }
        if state.ends.isEmpty { state.isRunning = false }
        return (due, state.ends.isEmpty)
      }
      for end in due { end.act() }
      if isOver { return }
    }
  }
}
