import Basics
import Engine
import HTTPTypes
import ProviderModel
import Synchronization

/// One exchange, or one change of a sandbox. The bytes are kept; secrets are hidden when the entry is shown.
package final class JournalEntry: DeliveryObserver {
  enum Event: Sendable {
    case exchange(Exchange)
    /// What was done to the sandbox.
    case act(String)
  }

  /// Seconds since 1970: the wall clock, and the sandbox's.
  let at: Instants
  let sandbox: String
  let kind: EntryKind
  package let log: LogEntry
  let event: Event
  /// The name of the control token by which the sandbox was changed; empty without one.
  let token: String
  /// When the request came, in nanoseconds of `MonotonicClock`.
  package let arrival: UInt64
  private let lastDelivery = Atomic(DeliveryStatus.unknown)
  /// About how much memory it takes.
  let size: Int

  init(
    at: Instants, arrival: UInt64 = MonotonicClock.nanoseconds(), sandbox: String, kind: EntryKind,
    log: LogEntry, event: Event, token: String = ""
  ) {
    self.at = at
    self.arrival = arrival
    self.sandbox = sandbox
    self.kind = kind
    self.log = log
    self.event = event
    self.token = token
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
    at: 0, arrival: 0, sandbox: "", kind: .exchange, log: LogEntry(), event: .act(""))

  var status: Int {
    if case .exchange(let exchange) = event { exchange.status } else { 0 }
  }

  /// How far the answer has come, where the server observes deliveries.
  package var delivery: DeliveryStatus { lastDelivery.load(ordering: .acquiring) }

  package func delivery(is status: DeliveryStatus) {
    lastDelivery.store(status, ordering: .releasing)
  }

  /// The request and the answer as they went over the wire, with their secrets; nil where the entry is of another kind.
  package var exchange: (request: Request, answer: Answer)? {
    guard case .exchange(let exchange) = event else { return nil }
    return exchange.kept
  }

  /// As it may be seen: with its secrets hidden.
  func shown() -> (log: LogEntry, exchange: ShownExchange?) {
    guard case .exchange(let exchange) = event else { return (log, nil) }
    return exchange.shown(log)
  }
}
