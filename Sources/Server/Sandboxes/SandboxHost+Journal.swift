import Engine

/// The journal of a sandbox: its own, or the one that it shares.
extension SandboxHost {
  /// - Parameter number: the number in a shared journal, if it was taken before.
  @discardableResult
  func record(_ entry: JournalEntry, as number: Int? = nil) -> Int? {
    if let journal { journal.record(entry, as: number) } else { book.record(entry) }
  }

  /// Something was done to the sandbox itself.
  func record(_ kind: EntryKind, _ detail: String, by call: Call) {
    record(
      JournalEntry(
        at: call.instants(self), sandbox: id, kind: kind, log: LogEntry(), event: .act(detail),
        token: call.tokenName))
  }

  func read(_ filter: JournalFilter) throws(StoreFailure) -> [NumberedEntry] {
    if let journal { try journal.entries(filter) } else { book.entries(filter) }
  }
  func read(_ number: Int) throws(StoreFailure) -> NumberedEntry? {
    if let journal { try journal.entry(number) } else { book.entry(number) }
  }
  /// None if a store that keeps them can't be reached.
  package func entries(_ filter: JournalFilter) -> [NumberedEntry] {
    (try? read(filter)) ?? []
  }
  /// How many entries there are, and the number of the last one that there was: they have no gaps.
  package var journalExtent: (count: Int, last: Int) {
    guard let owner else { return journal?.extent ?? book.extent }
    // What is tried here comes to the owner's entries.
    let (extent, more) = (owner.journalExtent, book.extent.count)
    // Where old entries have made room for new ones, they go on doing so.
    return (extent.count < extent.last ? extent.count : extent.count + more, extent.last + more)
  }
  package func clearJournal() throws(StoreFailure) {
    if let journal { try journal.clear() } else { book.clear() }
  }
  func halveJournal() { book.halve() }
  var journalSize: Int { book.size }

  /// - Returns: false where too many wait already.
  func wait(
    _ filter: JournalFilter, limit: Int, milliseconds: Int, ticker: Ticker,
    isGivenUp: @escaping @Sendable () -> Bool, _ finish: @escaping SharedJournal.Finish
  ) -> Bool {
    let ended = StoreFailure(.gone, "")
    if let journal {
      let check: SharedJournal.Check = { [self] () throws(StoreFailure) in
        guard !contents.withLock({ $0.isClosed }) else { throw ended }
        _ = try refresh(isUse: false)
      }
      return journal.wait(
        filter, limit: limit, milliseconds: milliseconds, ticker: ticker, isGivenUp: isGivenUp,
        check: check, finish)
    }
    return book.wait(
      filter, limit: limit, milliseconds: milliseconds, ticker: ticker, isGivenUp: isGivenUp
    ) { finish($0.map { .success($0) } ?? .failure(ended)) }
  }
}
