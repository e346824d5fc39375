import Basics

/// The journal of one sandbox, and who waits for its next entry.
final class JournalBook: Sendable {
  private struct Waiter: Sendable {
    var filter: JournalFilter
    /// By the ticker's clock.
    var deadline: Int
    /// Nobody waits for it any more.
    var isGivenUp: @Sendable () -> Bool
    var finish: @Sendable ([NumberedEntry]?) -> Void
  }

  private struct State: Sendable {
    var journal = Journal()
    var waiters: [Waiter] = []
    /// The sandbox has ended: nobody may wait any more.
    var isClosed = false
    /// How many bytes the budget of all journals knows of.
    var told = 0
  }

  private static let mostWaiters = 64
  /// All sandboxes share the budget. Changes are reported to it in steps of this many bytes.
  private static let step = 32 << 10

  private let state = Lock(State())
  private let budget: JournalBudget

  /// - Parameter most: the bytes that the journal may take, if they are fewer than usual.
  init(_ budget: JournalBudget, most: Int? = nil) {
    self.budget = budget
    guard let most else { return }
    state.withLock { $0.journal.limit(to: most) }
  }

  /// Writes an entry down, and wakes who waits for its like.
  /// - Returns: the entry's number; nil where it was not written down.
  @discardableResult
  func record(_ entry: JournalEntry) -> Int? {
    var displaced: JournalEntry?
    defer { withExtendedLifetime(displaced) {} }
    var taken: Int?
    let awake = state.withLock { state -> [(Waiter, NumberedEntry)] in
      // What was in flight when the sandbox ended is nobody's any more.
      guard !state.isClosed else { return [] }
      let number = state.journal.add(entry, displacing: &displaced)
      taken = number
      tell(&state)
      let last = NumberedEntry(number: number, entry: entry)
      let awake = state.waiters.filter { $0.filter.matches(last) }
      state.waiters.removeAll { $0.filter.matches(last) }
      return awake.map { ($0, last) }
    }
    for (waiter, entry) in awake { waiter.finish([entry]) }
    return taken
  }

  private func tell(_ state: inout State, now: Bool = false) {
    let more = state.journal.bytes - state.told
    guard now || abs(more) >= Self.step else { return }
    budget.add(more)
    state.told = state.journal.bytes
  }

  func entries(_ filter: JournalFilter) -> [NumberedEntry] {
    state.withLock { $0.journal.live }.filter { filter.matches($0) }
  }

  func entry(_ number: Int) -> NumberedEntry? {
    state.withLock { $0.journal.live }.first { $0.number == number }
  }

  /// How many entries there are, and the number of the last one that there was.
  var extent: (count: Int, last: Int) {
    state.withLock { ($0.journal.count, $0.journal.lastNumber) }
  }

  var size: Int { state.withLock { $0.journal.bytes } }

  func clear() {
    state.withLock { state in
      state.journal.clear()
      tell(&state, now: true)
    }
  }

  func halve() {
    state.withLock { state in
      state.journal.shrink(to: state.journal.bytes / 2)
      tell(&state, now: true)
    }
  }

  func close() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      state.isClosed = true
      return state.waiters
    }
    for waiter in waiters { waiter.finish(nil) }
    clear()
  }

  /// Calls back with the next entry that matches, with none when time is over, with `nil` when the sandbox ends.
  /// - Returns: false where too many wait already.
  func wait(
    _ filter: JournalFilter, limit: Int, milliseconds: Int, ticker: Ticker,
    isGivenUp: @escaping @Sendable () -> Bool,
    _ finish: @escaping @Sendable ([NumberedEntry]?) -> Void
  ) -> Bool {
    let deadline = ticker.now + milliseconds
    // What came between the look and the wait must not be missed.
    enum Found {
      case closed, crowded, waiting
      case missed([NumberedEntry])
    }
    let found = state.withLock { state -> Found in
      if state.isClosed { return .closed }
      let missed = state.journal.live.filter { filter.matches($0) }.suffix(limit)
      if !missed.isEmpty { return .missed(Array(missed)) }
      state.waiters.removeAll { $0.isGivenUp() }
      guard state.waiters.count < Self.mostWaiters else { return .crowded }
      state.waiters.append(
        Waiter(filter: filter, deadline: deadline, isGivenUp: isGivenUp, finish: finish))
      return .waiting
    }
    switch found {
    case .crowded: return false
    case .closed: finish(nil)
    case .missed(let entries): finish(entries)
    case .waiting:
      ticker.after(milliseconds: milliseconds) { [self] in
        // The clock is read once: a waiter that ran out of time between two reads would never be answered.
        let now = ticker.now
        let late = state.withLock { state -> [Waiter] in
          let late = state.waiters.filter { $0.deadline <= now }
          state.waiters.removeAll { $0.deadline <= now }
          return late
        }
        for waiter in late { waiter.finish([]) }
      }
    }
    return true
  }
}
