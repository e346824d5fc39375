import AuthorizationServer
import HTTPMessages
import HTTPTypes
import JSON
import Locking
import ProviderModel

/// One sandbox with what belongs around it: its lock, its clock, its journal, its checkpoints.
final class Cell: Sendable {
  struct Contents: Sendable {
    var sandbox: Sandbox
    /// As it was made: what a reset returns to.
    var initial: Sandbox
    var initialWith: [String: [String]] = [:]
    var initialWithout: [String: [String]] = [:]
    var clock = Clock()
    var random: Entropy
    var checkpoints: [Checkpoint] = []
    /// Quirks that are switched, by provider.
    var with: [String: [String]] = [:]
    var without: [String: [String]] = [:]
    /// Wall clock seconds of the last request, to it or about it.
    var used: Int

    init(sandbox: Sandbox, random: Entropy, used: Int) {
      self.sandbox = sandbox
      initial = sandbox
      self.random = random
      self.used = used
    }
  }

  struct Checkpoint: Sendable {
    var name: String
    var at: Int
    var sandbox: Sandbox
    var clock: Clock
    var with: [String: [String]]
    var without: [String: [String]]
  }

  struct Waiter: Sendable {
    var filter: JournalFilter
    /// By `Ticker.milliseconds()`.
    var deadline: Int
    var finish: @Sendable ([JournalEntry]?) -> Void
  }

  struct Book: Sendable {
    var journal = Journal()
    var waiters: [Waiter] = []
    /// The sandbox has ended: nobody may wait any more.
    var isClosed = false
  }

  static let mostCheckpoints = 16
  static let mostWaiters = 64

  let id: String
  let label: String
  let created: Int
  /// Seconds without a request after which it goes; `nil` for the default one.
  let lifetime: Int?
  let contents: Lock<Contents>
  let book = Lock(Book())
  /// The path under which it is reached.
  let prefix: String
  private let budget: JournalBudget

  init(
    id: String, label: String, created: Int, lifetime: Int?, contents: Contents,
    budget: JournalBudget
  ) {
    self.id = id
    self.label = label
    self.created = created
    self.lifetime = lifetime
    self.contents = Lock(contents)
    self.budget = budget
    prefix = id == World.defaultID ? "" : "/_sandbox/\(id)"
  }

  /// Writes an entry down, and wakes who waits for its like.
  func record(_ entry: JournalEntry) {
    let awake = book.withLock { book -> [(Waiter, JournalEntry)] in
      // What was in flight when the sandbox ended is nobody's any more.
      guard !book.isClosed else { return [] }
      let before = book.journal.bytes
      book.journal.add(entry)
      budget.add(book.journal.bytes - before)
      guard !book.waiters.isEmpty, let last = book.journal.live.last else { return [] }
      let awake = book.waiters.filter { $0.filter.matches(last) }
      book.waiters.removeAll { $0.filter.matches(last) }
      return awake.map { ($0, last) }
    }
    for (waiter, entry) in awake { waiter.finish([entry]) }
  }

  /// Something was done to the sandbox itself.
  func record(_ kind: String, _ detail: String, at instants: Instants) {
    record(JournalEntry(at: instants, sandbox: id, kind: kind, event: .act(detail)))
  }

  func clearJournal() {
    book.withLock { book in
      budget.add(-book.journal.bytes)
      book.journal.clear()
    }
  }

  func halveJournal() {
    book.withLock { book in
      let before = book.journal.bytes
      book.journal.shrink(to: before / 2)
      budget.add(book.journal.bytes - before)
    }
  }

  /// The sandbox has ended: who waits is told, and memory is given back.
  func close() {
    let waiters = book.withLock { book in
      defer { book.waiters = [] }
      book.isClosed = true
      return book.waiters
    }
    for waiter in waiters { waiter.finish(nil) }
    clearJournal()
  }
}
