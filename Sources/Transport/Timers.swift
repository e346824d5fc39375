import Basics

/// Acts at instants of `System.now()`, on one thread for all of them; it is made with the first.
final class Timers: Sendable {
  private struct State: Sendable {
    /// The last one is the next one due.
    var entries: [(at: UInt64, act: @Sendable () -> Void)] = []
    var thread: Thread?
    var stopped = false
  }
  private let state = Lock(State())
  private let wakeUp = WakePipe()

  func at(_ instant: UInt64, _ act: @escaping @Sendable () -> Void) {
    let isStopped = state.withLock { state -> Bool in
      guard !state.stopped else { return true }
      // Binary search: of those due at one instant, the first that came acts first.
      var low = 0
      var high = state.entries.count
      while low < high {
        let middle = (low + high) / 2
        if state.entries[middle].at >= instant { low = middle + 1 } else { high = middle }
      }
      state.entries.insert((instant, act), at: low)
      if state.thread == nil { state.thread = Thread { [self] in run() } }
      return state.thread == nil
    }
    // Without a thread an early answer is better than none.
    if isStopped { act() } else { wakeUp?.ring() }
  }

  /// Everything that is still due acts now; the thread ends.
  func stop() {
    let (left, thread) = state.withLock { state in
      defer { state.entries = [] }
      state.stopped = true
      return (state.entries, state.thread)
    }
    for entry in left.reversed() { entry.act() }
    wakeUp?.ring()
    thread?.join()
  }

  private func run() {
    while true {
      let now = System.now()
      let (due, next, stopped) = state.withLock { state in
        var due: [@Sendable () -> Void] = []
        while let last = state.entries.last, last.at <= now {
          due.append(last.act)
          state.entries.removeLast()
        }
        return (due, state.entries.last?.at, state.stopped)
      }
      for act in due { act() }
      if stopped { return }
      if !due.isEmpty { continue }
      // A millisecond is added, as a wait of whole ones would end a moment too early.
      let wait = next.map { Int32(clamping: ($0 &- now) / 1_000_000 + 1) } ?? -1
      guard let wakeUp else {
        System.pause(milliseconds: 1)
        continue
      }
      var polled = [pollfd(fd: wakeUp.reader, events: Int16(POLLIN), revents: 0)]
      _ = poll(&polled, 1, wait)
      wakeUp.drain()
    }
  }
}
