import Basics
import Engine
import HTTPTypes
import ProviderModel

/// The journal of one sandbox that all servers of a store share.
///
/// An entry is added after its request was answered, by the server that has answered it. So a reader waits a moment for the
/// entries whose numbers are taken and that are not there yet.
final class SharedJournal: Sendable {
  private struct State: Sendable {
    /// Numbers whose entries never came: their server has died.
    var missing: Set<Int> = []
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    /// Whether a thread listens for the waiters.
    var isListening = false
    /// Why the last look at the store failed; `nil` if it did not.
    var failure: StoreFailure?
    /// When it was last asked whether the sandbox is still there, in nanoseconds of `MonotonicClock`.
    var asked: UInt64 = 0
    var lastExtent = (count: 0, last: 0)
  }

  private struct Waiter: Sendable {
    let filter: JournalFilter
    let limit: Int
    let isGivenUp: @Sendable () -> Bool
    let finish: Finish
  }

  /// Receives the entries, or why they can't be had: the sandbox has ended, or the store can't be asked.
  typealias Finish = @Sendable (Result<[NumberedEntry], StoreFailure>) -> Void

  private let store: any JournalStore
  private let sandbox: String
  private let lifetime: Int?
  private let replica: Replica
  private let state = Lock(State())

  private static let mostWaiters = 64
  /// Between two looks, in milliseconds, where nothing tells of entries.
  private static let pause: UInt32 = 100
  /// How long a reader waits for entries that are on their way: in steps of 2 ms.
  private static let mostSteps = 250

  init?(_ replica: Replica, _ sandbox: String, lifetime: Int?) {
    guard let store = replica.store.journals else { return nil }
    self.store = store
    self.sandbox = sandbox
    self.lifetime = lifetime
    self.replica = replica
  }

  /// - Parameter number: the entry's number, if it was taken before.
  /// - Returns: the number; `nil` if the store can't be reached, and then the entry is lost.
  func record(_ entry: JournalEntry, as number: Int?) -> Int? {
    guard let number = number ?? (try? store.number(for: sandbox)) else { return nil }
    store.add(number, to: sandbox, lifetime: lifetime) { entry.stored.text() }
    return number
  }

  private var redactor: Redactor? { replica.redactor }

  /// All entries, and the last number that was taken.
  private func read() throws(StoreFailure) -> (last: Int, entries: [NumberedEntry]) {
    guard let redactor else { return (0, []) }
    for step in 0... {
      let (last, stored) = try store.journal(of: sandbox)
      let known = Set(stored.map(\.number))
      let first = max(stored.first?.number ?? last, last - 1_000)
      let absent = state.withLock { state in
        (min(first, last)..<(last + 1)).filter {
          $0 > 0 && !known.contains($0) && !state.missing.contains($0)
        }
      }
      guard absent.isEmpty || step == Self.mostSteps || (stored.isEmpty && step > 50) else {
        usleep(2_000)
        continue
      }
      state.withLock { state in
        state.missing = state.missing.filter { $0 > last - 2_000 }.union(absent)
      }
      let entries = stored.compactMap { number, text in
        JournalEntry(stored: text, redactor).map { NumberedEntry(number: number, entry: $0) }
      }
      return (last, entries)
    }
    return (0, [])
  }

  func entries(_ filter: JournalFilter) throws(StoreFailure) -> [NumberedEntry] {
    try read().entries.filter { filter.matches($0) }
  }

  func entry(_ number: Int) throws(StoreFailure) -> NumberedEntry? {
    try read().entries.first { $0.number == number }
  }

  /// The entries are not read for it. If the store can't be reached, it is what it was when it was asked for last.
  var extent: (count: Int, last: Int) {
    let extent = try? store.extent(of: sandbox)
    return state.withLock { state in
      state.lastExtent = extent ?? state.lastExtent
      return state.lastExtent
    }
  }

  func clear() throws(StoreFailure) { try store.clearJournal(of: sandbox) }

  /// As `JournalBook.wait`, for what all servers write.
  /// - Parameter check: throws if the sandbox has ended.
  func wait(
    _ filter: JournalFilter, limit: Int, milliseconds: Int, ticker: Ticker,
    isGivenUp: @escaping @Sendable () -> Bool, check: @escaping Check, _ finish: @escaping Finish
  ) -> Bool {
    let waiter = Waiter(filter: filter, limit: limit, isGivenUp: isGivenUp, finish: finish)
    let taken = state.withLock { state -> (id: Int, mustListen: Bool)? in
      guard state.waiters.count < Self.mostWaiters else { return nil }
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = waiter
      defer { state.isListening = true }
      return (state.lastWaiter, !state.isListening)
    }
    guard let (id, mustListen) = taken else { return false }
    ticker.after(milliseconds: milliseconds) { [self] in
      // An empty list would say that nothing has happened.
      end(id, with: state.withLock { $0.failure }.map { .failure($0) } ?? .success([]))
    }
    if mustListen { listen(ticker, check) }
    // The listener may have seen the last entry before this waiter was added.
    look(for: [id: waiter])
    return true
  }

  typealias Check = @Sendable () throws(StoreFailure) -> Void

  private func end(_ id: Int, with result: Result<[NumberedEntry], StoreFailure>) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.finish(result)
  }

  /// Ends the waits for which there is an entry, and those that nobody needs any more.
  /// - Parameter hasNews: whether there may be entries that were not looked at.
  private func look(for waiters: [Int: Waiter], hasNews: Bool = true) {
    guard !waiters.isEmpty else { return }
    var entries: [NumberedEntry] = []
    if hasNews {
      let result = Result { () throws(StoreFailure) in try read().entries }
      entries = (try? result.get()) ?? []
      state.withLock { state in
        state.failure = if case .failure(let failure) = result { failure } else { nil }
      }
    }
    for (id, waiter) in waiters {
      let found = entries.filter { waiter.filter.matches($0) }.suffix(waiter.limit)
      if !found.isEmpty || waiter.isGivenUp() { end(id, with: .success(Array(found))) }
    }
  }

  /// Asks once a second whether the sandbox is still there: another server may have deleted it.
  /// - Returns: the reason why it is not.
  private func ending(_ check: Check) -> StoreFailure? {
    let isDue = state.withLock { state in
      let now = MonotonicClock.nanoseconds()
      guard now - state.asked >= 1_000_000_000 else { return false }
      state.asked = now
      return true
    }
    guard isDue else { return nil }
    do throws(StoreFailure) {
      try check()
      return nil
    } catch { return error.kind == .gone ? error : nil }
  }

  /// Looks for all waiters.
  /// - Returns: false if nobody waits any more, and then nobody listens.
  private func lookOn(hasNews: Bool, _ check: Check) -> Bool {
    look(for: state.withLock { $0.waiters }, hasNews: hasNews)
    if let ending = ending(check) {
      for id in state.withLock({ Array($0.waiters.keys) }) { end(id, with: .failure(ending)) }
    }
    return state.withLock { state in
      state.isListening = !state.waiters.isEmpty
      return state.isListening
    }
  }

  /// Listens as long as somebody waits.
  private func listen(_ ticker: Ticker, _ check: @escaping Check) {
    guard let listener = store.listener(to: sandbox) else { return poll(ticker, check) }
    let isRunning = BackgroundThread.run { [self] in
      var hasNews = true
      repeat {
        do throws(StoreFailure) { hasNews = try listener.wait() } catch {
          // The store is away, or does not let us listen.
          usleep(Self.pause * 1_000)
          hasNews = true
        }
      } while lookOn(hasNews: hasNews, check)
    }
    if !isRunning { poll(ticker, check) }
  }

  /// Looks again and again, where there are too many listeners.
  private func poll(_ ticker: Ticker, _ check: @escaping Check) {
    ticker.after(milliseconds: Int(Self.pause)) { [self] in
      if lookOn(hasNews: true, check) { poll(ticker, check) }
    }
  }
}
