import Basics
import Server

/// A store in memory, as several servers see it: with a clock that a test sets, and an answer that gets lost.
final class ShelfStore: Store {
  struct Shelf: Sendable {
    var logs: [String: [StoredEntry]] = [:]
    var snapshots: [String: StoredEntry] = [:]
    var values: [String: String] = [:]
    var clock = House.now
    var connection = 0
    /// Whether the next entry is taken, and nobody learns of it.
    var losesAnswer = false
    /// Why nothing is written, or nothing is answered at all.
    var refusal: StoreFailure?
    var outage: StoreFailure?
    /// Sandboxes that a server has removed.
    var removed: [String: String] = [:]
    /// Runs before the next entry is taken: a store that takes its time.
    var before = Before()
  }

  struct Before: Sendable {
    var act: (@Sendable () -> Void)?
  }
  private let shelf = Lock(Shelf())

  /// All is lost, as if a Redis that keeps nothing had started again.
  func empty() { change { $0 = Shelf() } }

  private func check() throws(StoreFailure) {
    if let outage = content.outage { throw outage }
  }

  func change(_ change: (inout Shelf) -> Void) { shelf.withLock { change(&$0) } }
  var content: Shelf { shelf.withLock { $0 } }

  var threads: Int { 1 }
  func now() -> Int { content.clock }
  var connection: Int { content.connection }
  var mayLoseEntries: Bool { true }
  var journals: (any JournalStore)? { nil }

  func append(
    _ entry: StoredEntry, to sandbox: String, lifetime: Int?, touches: Bool,
    numbers: inout JournalNumbers
  ) throws(StoreFailure) -> Appended {
    let before = shelf.withLock { shelf in
      defer { shelf.before = Before() }
      return shelf.before
    }
    before.act?()
    try tryWriting()
    let (appended, isLost) = shelf.withLock { shelf -> (Appended, Bool) in
      let last = shelf.logs[sandbox]?.last?.version ?? 0
      guard entry.version == last + 1 else { return (last == 0 ? .gone : .conflict, false) }
      shelf.logs[sandbox, default: []].append(entry)
      defer { shelf.losesAnswer = false }
      if shelf.losesAnswer { shelf.connection += 1 }
      return (.appended, shelf.losesAnswer)
    }
    if isLost { throw StoreFailure(.unavailable, "The answer is lost.") }
    return appended
  }

  func entries(
    of sandbox: String, from version: Int, lifetime: Int?, numbers: inout JournalNumbers
  ) throws(StoreFailure) -> [StoredEntry] {
    try check()
    let log = content.logs[sandbox] ?? []
    return Array(log.filter { $0.version >= version }.prefix(StoredEntry.page))
  }

  func isLast(_ version: Int, of sandbox: String) -> Bool { false }
  func last(of sandbox: String) throws(StoreFailure) -> StoredEntry? {
    try check()
    return content.logs[sandbox]?.last
  }
  func snapshot(of sandbox: String) throws(StoreFailure) -> StoredEntry? {
    try check()
    return content.snapshots[sandbox]
  }

  func keep(_ snapshot: StoredEntry, of sandbox: String, lifetime: Int?) throws(StoreFailure) {
    shelf.withLock { shelf in
      if snapshot.version > shelf.snapshots[sandbox]?.version ?? 0 {
        shelf.snapshots[sandbox] = snapshot
      }
      shelf.logs[sandbox]?.removeAll { $0.version <= snapshot.version - StoredEntry.kept }
    }
  }

  func begin(
    _ sandbox: String, with snapshot: StoredEntry, _ entry: StoredEntry, lifetime: Int?
  ) throws(StoreFailure) -> Bool {
    shelf.withLock { shelf in
      guard shelf.logs[sandbox] == nil else { return }
      shelf.snapshots[sandbox] = snapshot
      shelf.logs[sandbox] = [entry]
    }
    return true
  }

  func knows(_ sandbox: String) throws(StoreFailure) -> Bool {
    try check()
    return content.logs[sandbox] != nil
  }
  func count() throws(StoreFailure) -> Int { content.logs.count }
  func sandboxes() throws(StoreFailure) -> [String] {
    try check()
    return content.logs.keys.sorted()
  }
  func remove(_ sandbox: String, why: String) throws(StoreFailure) {
    shelf.withLock { shelf in
      shelf.logs[sandbox] = nil
      shelf.removed[sandbox] = why
    }
  }
  func removal(of sandbox: String) throws(StoreFailure) -> String? { content.removed[sandbox] }
  func content(
    orPut name: String
  ) throws(StoreFailure) -> (name: String, differing: [String]) {
    (try shared("content") { name }, [])
  }
  func tryWriting() throws(StoreFailure) {
    try check()
    if let refusal = content.refusal { throw refusal }
  }
  func shared(_ name: String, orPut value: () -> String) throws(StoreFailure) -> String {
    let made = value()
    return shelf.withLock { shelf in
      if shelf.values[name] == nil { shelf.values[name] = made }
      return shelf.values[name] ?? made
    }
  }
  func compact() throws(StoreFailure) {}
  func close() {}
}
