import Basics

/// Looks at the arguments of the programs that a client starts, which every user of the machine can read.
final class ArgumentWatch: Sendable {
  private struct State {
    var groups: [pid_t] = []
    /// The words that the examiner itself put into the command line.
    var known: [String] = []
    /// How many times each running process was looked at.
    var looks: [pid_t: Int] = [:]
    var found: Set<String> = []
    var isOver = false
  }

  /// Microseconds between two looks. Of programs that end sooner only some are seen.
  private static let interval: UInt32 = 10_000
  /// A process that was just started still shows the arguments of the program that started it, such as our own.
  private static let mostLooks = 2
  private static let most = 200

  private let state = Lock(State())

  /// Watches a program and what it starts, until `end()`.
  func watch(_ group: pid_t, command: [String]) {
    let isFirst = state.withLock { state in
      state.groups.append(group)
      state.known += command.filter { $0.utf8.count >= Canaries.shortest }
      return state.groups.count == 1
    }
    guard isFirst else { return }
    _ = BackgroundThread.run { [self] in
      while look() { usleep(Self.interval) }
    }
  }

  /// - Returns: the arguments that were seen.
  func end() -> [String] {
    state.withLock { state in
      state.isOver = true
      return state.found.sorted()
    }
  }

  /// - Returns: whether to go on.
  private func look() -> Bool {
    let groups = state.withLock { $0.isOver ? nil : $0.groups }
    guard let groups else { return false }
    let running = Running.members(of: groups)
    state.withLock { state in
      var looks: [pid_t: Int] = [:]
      for pid in running {
        let count = (state.looks[pid] ?? 0) + 1
        looks[pid] = count
        guard count <= Self.mostLooks, state.found.count < Self.most else { continue }
        let words = Running.arguments(of: pid)
        if words == CommandLine.arguments { continue }
        for word in words where !state.known.contains(where: word.contains) {
          state.found.insert(word)
        }
      }
      state.looks = looks
    }
    return true
  }
}
