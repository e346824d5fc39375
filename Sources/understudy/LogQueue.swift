import Basics

/// Lines on their way to standard error: made and written by a thread of its own, in order, so that no answer waits
/// for a log.
final class LogQueue: Sendable {
  private struct State: Sendable {
    var lines: [@Sendable () -> String] = []
    var isRunning = false
    /// Lines are being written right now.
    var isWriting = false
  }
  private let state = Lock(State())

  /// Beyond these the writer is waited for: lines are never lost, and never fill the memory.
  private static let most = 4_096

  /// - Parameter waits: `false` drops the line if the writer is late, because the caller has other requests to serve.
  func add(waits: Bool = true, _ line: @escaping @Sendable () -> String) {
    var isLate = false
    let mustStart = state.withLock { state in
      if !waits, state.lines.count >= Self.most { return false }
      state.lines.append(line)
      isLate = waits && state.lines.count > Self.most
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart, !BackgroundThread.run({ [self] in run() }) { drain() }
    if isLate { finish() }
  }

  /// Waits until everything is written that was said before.
  func finish() {
    while state.withLock({ !$0.lines.isEmpty || $0.isWriting }) { usleep(200) }
  }

  private func run() {
    var idle = 0
    while true {
      if drain() {
        idle = 0
        continue
      }
      idle += 1
      // Nothing has come for a while: the next line starts a new thread.
      let isOver = state.withLock { state in
        guard state.lines.isEmpty, idle > 200 else { return false }
        state.isRunning = false
        return true
      }
      if isOver { return }
      // Not at once: a server under load would wake up for nearly each line, which costs more than the line.
      usleep(idle < 5 ? 1_000 : 5_000)
    }
  }

  /// - Returns: whether there was anything to write.
  @discardableResult
  private func drain() -> Bool {
    let lines = state.withLock { state in
      defer { state.lines = [] }
      state.isWriting = !state.lines.isEmpty
      return state.lines
    }
    guard !lines.isEmpty else { return false }
    Streams.error(escaped: lines.map { $0() }.joined(separator: "\n"))
    state.withLock { $0.isWriting = false }
    return true
  }
}
