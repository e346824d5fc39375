import Basics
import Engine
import HTTPTypes
import ProviderModel

/// One exchange, or one change of a sandbox. The bytes are kept; secrets are hidden when the entry is shown.
package final class JournalEntry: Sendable {
  enum Event: Sendable {
    case exchange(Exchange)
    /// What was done to the sandbox.
    case act(String)
  }

  /// Seconds since 1970: the wall clock, and the sandbox's.
  let at: Instants
  let sandbox: String
  let kind: EntryKind
  let log: LogEntry
  let event: Event
  /// About how much memory it takes.
  let size: Int

  init(at: Instants, sandbox: String, kind: EntryKind, log: LogEntry, event: Event) {
    self.at = at
    self.sandbox = sandbox
    self.kind = kind
    self.log = log
    self.event = event
    switch event {
    case .act(let detail): size = 256 + detail.utf8.count
    case .exchange(let exchange):
      let told = [log.why, log.remedy].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      size =
        1024 + told + log.near.reduce(0) { $0 + $1.utf8.count } + log.path.utf8.count
        + exchange.size
    }
  }

  /// Takes a place that is empty.
  static let none = JournalEntry(
    at: 0, sandbox: "", kind: .exchange, log: LogEntry(), event: .act(""))

  var status: Int {
    if case .exchange(let exchange) = event { exchange.status } else { 0 }
  }

  /// As it may be seen: with its secrets hidden.
  func shown() -> (log: LogEntry, exchange: ShownExchange?) {
    guard case .exchange(let exchange) = event else { return (log, nil) }
    return exchange.shown(log)
  }
}
