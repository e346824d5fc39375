import Basics
import Engine
import Synchronization

/// What a server with a store has done, in the text format of OpenMetrics.
final class Metrics: Sendable {
  private struct Kind: Hashable {
    let provider: String
    let endpoint: String
    let outcome: String
    let status: Int
  }

  private struct State: Sendable {
    var requests: [Kind: Int] = [:]
    /// How many requests took at most as long as each bound; the last is for all.
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var nanoseconds: UInt64 = 0
  }

  /// In seconds.
  private static let bounds = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
  ]
  /// Texts that a client chose must not make the list longer.
  private static let mostKinds = 2_000

  private let state = Lock(State())

  /// - Parameter arrival: when the request came, in nanoseconds of `MonotonicClock`.
  func note(_ log: LogEntry, status: Int, since arrival: UInt64) {
    let taken = MonotonicClock.nanoseconds() - arrival
    let seconds = Double(taken) / 1_000_000_000
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    let kind = Kind(
      provider: log.provider, endpoint: log.endpoint, outcome: log.outcome.family, status: status)
    state.withLock { state in
      if state.requests[kind] != nil || state.requests.count < Self.mostKinds {
        state.requests[kind, default: 0] += 1
      }
      state.buckets[bucket] += 1
      state.nanoseconds += taken
    }
  }

  /// Notes a request to a provider that got no decision because of the store.
  func note(_ failure: StoreFailure, _ reading: RoutedRequest?, since arrival: UInt64) {
    var log = LogEntry()
    if let place = reading?.place { (log.provider, log.endpoint) = place }
    let (words, status) =
      switch failure.kind {
      case .unavailable: ("store unavailable", 503)
      case .refused: ("store refuses", 503)
      case .damaged: ("store damaged", 503)
      case .gone: ("sandbox gone", 410)
      }
    log.outcome = .told(words)
    note(log, status: status, since: arrival)
  }

  /// All of it, with the counters of the store.
  func text(_ sandboxes: Sandboxes, _ replica: Replica) -> String {
    let state = state.withLock { $0 }
    var lines: [String] = []
    func family(_ name: String, _ type: String, _ help: String) {
      lines.append("# TYPE \(name) \(type)")
      lines.append("# HELP \(name) \(help)")
    }
    family("understudy_requests", "counter", "Requests to providers.")
    for (kind, count) in state.requests.sorted(by: { Self.order($0.key) < Self.order($1.key) }) {
      lines.append(
        "understudy_requests_total{provider=\(Self.quoted(kind.provider)),endpoint=\(Self.quoted(kind.endpoint)),outcome=\(Self.quoted(kind.outcome)),status=\"\(kind.status)\"} \(count)"
      )
    }
    family(
      "understudy_request_seconds", "histogram", "From the arrival of a request to its answer.")
    var sum = 0
    for (bound, count) in zip(Self.bounds, state.buckets) {
      sum += count
      lines.append("understudy_request_seconds_bucket{le=\"\(bound)\"} \(sum)")
    }
    sum += state.buckets.last ?? 0
    lines.append("understudy_request_seconds_bucket{le=\"+Inf\"} \(sum)")
    lines.append("understudy_request_seconds_count \(sum)")
    lines.append(
      "understudy_request_seconds_sum \(Double(state.nanoseconds) / 1_000_000_000)")
    family("understudy_sandboxes", "gauge", "Sandboxes in the memory of this server.")
    lines.append("understudy_sandboxes \(sandboxes.all.count)")
    let counters = replica.counters
    for (name, help, count) in [
      ("reads", "Reads of a log from the store.", counters.reads.load(ordering: .relaxed)),
      (
        "appends", "Entries that were offered to the store.",
        counters.appends.load(ordering: .relaxed)
      ),
      (
        "conflicts", "Entries that another server forestalled.",
        counters.conflicts.load(ordering: .relaxed)
      ),
      (
        "replays", "Entries of other servers, or of earlier ones, that were replayed.",
        counters.replays.load(ordering: .relaxed)
      ),
      (
        "snapshots", "Snapshots that this server has written.",
        counters.snapshots.load(ordering: .relaxed)
      ),
      (
        "failures", "Requests to the store that failed.",
        counters.failures.load(ordering: .relaxed)
      ),
      (
        "rejections", "Requests that got 503 because of the store.",
        counters.rejections.load(ordering: .relaxed)
      ),
    ] {
      family("understudy_store_\(name)", "counter", help)
      lines.append("understudy_store_\(name)_total \(count)")
    }
    return lines.joined(separator: "\n") + "\n# EOF\n"
  }

  private static func order(_ kind: Kind) -> String {
    "\(kind.provider) \(kind.endpoint) \(kind.outcome) \(kind.status)"
  }

  /// A label's value.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "\""
  }
}
