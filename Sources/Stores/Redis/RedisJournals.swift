import Basics
import Server

/// Journals in streams: `understudy:{ID}:journal`, of about a thousand entries, with the last number beside it.
final class RedisJournals: JournalStore {
  private struct Addition: Sendable {
    let number: Int
    let sandbox: String
    let lifetime: Int?
    let text: @Sendable () -> String
  }

  private struct State: Sendable {
    var additions: [Addition] = []
    var isRunning = false
  }

  private let nodes: RedisNodes
  private let state = Lock(State())
  private let listeners = ListenerBudget()

  /// Beyond these, entries are dropped: the store is too slow, or away.
  private static let mostAdditions = 4_096
  private static let batch = 64
  private static let length = 1_000

  init(_ nodes: RedisNodes) { self.nodes = nodes }

  static func stream(_ sandbox: String) -> String { "understudy:{\(sandbox)}:journal" }
  static func counter(_ sandbox: String) -> String { "understudy:{\(sandbox)}:exchanges" }

  /// Asks for numbers behind the first of some commands.
  /// - Returns: whether the second reply is the last number.
  static func take(
    _ numbers: JournalNumbers, of sandbox: String, _ commands: inout RedisCommands
  ) -> Bool {
    guard numbers.areMissing else { return false }
    commands.add(["INCRBY", counter(sandbox), String(numbers.wanted)])
    return true
  }

  private func ask(_ words: [[String]], _ key: String) throws(StoreFailure) -> [RedisReply] {
    var commands = RedisCommands()
    for command in words { commands.add(command) }
    switch try nodes.exchange(commands, key: key) {
    case .replies(let replies): return replies
    case .unknown(let failure): throw failure
    }
  }

  func number(for sandbox: String) throws(StoreFailure) -> Int {
    let key = Self.counter(sandbox)
    guard case .integer(let number) = try ask([["INCRBY", key, "1"]], key).first else {
      throw StoreFailure(.damaged, "The store does not count the journal of \"\(sandbox)\".")
    }
    return number
  }

  func add(
    _ number: Int, to sandbox: String, lifetime: Int?, _ text: @escaping @Sendable () -> String
  ) {
    let addition = Addition(number: number, sandbox: sandbox, lifetime: lifetime, text: text)
    let mustStart = state.withLock { state in
      guard state.additions.count < Self.mostAdditions else { return false }
      state.additions.append(addition)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart, !BackgroundThread.run({ [self] in run() }) {
      state.withLock { $0.isRunning = false }
    }
  }

  private func run() {
    var idle = 0
    while true {
      let next = state.withLock { state -> [Addition]? in
        if state.additions.isEmpty, idle > 200 {
          state.isRunning = false
          return nil
        }
        let next = Array(state.additions.prefix(Self.batch))
        state.additions.removeFirst(next.count)
        return next
      }
      guard let next else { return }
      guard !next.isEmpty else {
        idle += 1
        usleep(idle < 50 ? 200 : 5_000)
        continue
      }
      idle = 0
      for (sandbox, additions) in Dictionary(grouping: next, by: \.sandbox) {
        write(additions, sandbox)
      }
    }
  }

  private func write(_ additions: [Addition], _ sandbox: String) {
    let key = Self.stream(sandbox)
    var words = additions.map {
      [
        "XADD", key, "MAXLEN", "~", String(Self.length), "*", "number", String($0.number), "entry",
        $0.text(),
      ]
    }
    if let lifetime = additions.first?.lifetime {
      words.append(["EXPIRE", key, String(lifetime)])
      words.append(["EXPIRE", Self.counter(sandbox), String(lifetime)])
    }
    _ = try? ask(words, key)
  }

  func journal(
    of sandbox: String
  ) throws(StoreFailure) -> (last: Int, entries: [(number: Int, text: String)]) {
    let (key, counter) = (Self.stream(sandbox), Self.counter(sandbox))
    let replies = try ask([["GET", counter], ["XRANGE", key, "-", "+"]], key)
    let last = replies.first?.string.flatMap(Int.init) ?? 0
    var entries: [(number: Int, text: String)] = []
    for element in replies.last?.list ?? [] {
      guard let words = element.list?.last?.list, words.count >= 4,
        let number = words[1].string.flatMap(Int.init), let text = words[3].string
      else { continue }
      entries.append((number, text))
    }
    return (last, Array(entries.sorted { $0.number < $1.number }.suffix(Self.length)))
  }

  func extent(of sandbox: String) throws(StoreFailure) -> (count: Int, last: Int) {
    let (key, counter) = (Self.stream(sandbox), Self.counter(sandbox))
    let replies = try ask([["GET", counter], ["XLEN", key]], key)
    guard case .integer(let count) = replies.last else { return (0, 0) }
    return (min(count, Self.length), replies.first?.string.flatMap(Int.init) ?? 0)
  }

  func listener(to sandbox: String) -> (any JournalListener)? {
    RedisJournalListener(nodes, Self.stream(sandbox), listeners)
  }

  func clearJournal(of sandbox: String) throws(StoreFailure) {
    let key = Self.stream(sandbox)
    _ = try ask([["DEL", key]], key)
  }
}
