import Engine

/// An exchange as the log receives it. The log's writer formats it and hides its secrets.
package struct LoggedExchange: Sendable {
  private enum Source: Sendable {
    case plain(LogEntry)
    case journal(JournalEntry)
  }
  private let source: Source
  package let sandbox: String
  /// The status of the answer; 0 where none was sent.
  package let status: Int
  /// The wall clock, in seconds since 1970.
  package let wall: Int

  init(_ log: LogEntry, sandbox: String, status: Int, wall: Int) {
    source = .plain(log)
    self.sandbox = sandbox
    self.status = status
    self.wall = wall
  }

  init(_ entry: JournalEntry, status: Int, wall: Int) {
    source = .journal(entry)
    sandbox = entry.sandbox
    self.status = status
    self.wall = wall
  }

  /// The entry with its secrets hidden.
  package var entry: LogEntry {
    switch source {
    case .plain(let log): return log
    case .journal(let entry):
      // Only sentences quote what a client sent.
      let log = entry.log
      let quotes = log.why != nil || log.remedy?.isEmpty == false || !log.near.isEmpty
      guard quotes, case .exchange(let exchange) = entry.event else { return log }
      return exchange.logged(log)
    }
  }
}
