import Engine

/// The journal of a sandbox: its own, or the one that it shares.
extension SandboxHost {
  /// - Parameter number: the number in a shared journal, if it was taken before.
  @discardableResult
  func record(_ entry: JournalEntry, as number: Int? = nil) -> Int? {
    if let journal { journal.record(entry, as: number) } else { book.record(entry) }
  }

  /// Something was done to the sandbox itself.
  package func record(_ kind: EntryKind, _ detail: String, at instants: Instants) {
    record(
      JournalEntry(at: instants, sandbox: id, kind: kind, log: LogEntry(), event: .act(detail)))
  }

  package func entries(_ filter: JournalFilter) -> [NumberedEntry] {
    journal?.entries(filter) ?? book.entries(filter)
  }
  package func entry(_ number: Int) -> NumberedEntry? {
    if let journal { journal.entry(number) } else { book.entry(number) }
  }
  /// How many entries there are, and the number of the last one that there was: they have no gaps.
  package var journalExtent: (count: Int, last: Int) { journal?.extent ?? book.extent }
  package func clearJournal() throws(StoreFailure) {
    if let journal { try journal.clear() } else { book.clear() }
  }
  func halveJournal() { book.halve() }
  var journalSize: Int { book.size }

  /// - Returns: false where too many wait already.
  package func wait(
    _ filter: JournalFilter, limit: Int, milliseconds: Int, ticker: Ticker,
    isGivenUp: @escaping @Sendable () -> Bool,
    _ finish: @escaping @Sendable ([NumberedEntry]?) -> Void
  ) -> Bool {
    if let journal {
      let isOver: @Sendable () -> Bool = { [self] in contents.withLock { $0.isClosed } }
      return journal.wait(
        filter, limit: limit, milliseconds: milliseconds, ticker: ticker, isGivenUp: isGivenUp,
        isOver: isOver, finish)
    }
    return book.wait(
      filter, limit: limit, milliseconds: milliseconds, ticker: ticker, isGivenUp: isGivenUp, finish
    )
  }
}
