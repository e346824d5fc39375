import AuthorizationServer
import JSON
import Locking

/// What came in, what was decided and why: a ring, bounded in entries and in bytes.
struct Journal: Sendable {
  private(set) var entries: [JournalEntry] = []
  private var start = 0
  private var lastNumber = 0
  /// About how much memory the entries take.
  private(set) var bytes = 0

  static let mostEntries = 1_000
  static let mostBytes = 4 << 20
  /// Of a body; the rest is cut.
  static let mostBody = 16 << 10

  var live: ArraySlice<JournalEntry> { entries[start...] }

  mutating func add(_ entry: JournalEntry) {
    lastNumber += 1
    var entry = entry
    entry.number = lastNumber
    bytes += entry.size
    entries.append(entry)
    while live.count > Self.mostEntries { drop() }
    shrink(to: Self.mostBytes)
  }

  /// Old entries go, but never the last one.
  mutating func shrink(to most: Int) {
    while bytes > most, live.count > 1 { drop() }
  }

  private mutating func drop() {
    bytes -= entries[start].size
    // What is gone must not hold memory until the ring is moved up.
    entries[start].event = .act("")
    entries[start].log = LogEntry()
    start += 1
    if start > Self.mostEntries {
      entries.removeFirst(start)
      start = 0
    }
  }

  /// Numbers never repeat, also after this.
  mutating func clear() {
    entries = []
    start = 0
    bytes = 0
  }
}

/// What all journals of a server take together.
final class JournalBudget: Sendable {
  static let mostBytes = 64 << 20
  private let bytes = Lock(0)

  func add(_ count: Int) { bytes.withLock { $0 += count } }
  var isOver: Bool { bytes.withLock { $0 > Self.mostBytes } }
}

/// Which entries are meant.
struct JournalFilter: Sendable {
  var after = 0
  var fields: [(name: String, value: String)] = []

  static let names = [
    "provider", "endpoint", "client", "person", "outcome", "condition", "rule", "kind", "path",
    "status",
  ]

  static func meaning(of name: String) -> String {
    switch name {
    case "path": "Only entries whose path, below the sandbox's prefix, begins so."
    case "outcome": "Only entries with this outcome, or with one that begins with it and a colon."
    case "endpoint": "Only entries of the endpoint with this name."
    default: "Only entries with this \(name)."
    }
  }

  func matches(_ entry: JournalEntry) -> Bool {
    guard entry.number > after else { return false }
    return fields.allSatisfy { name, value in
      switch name {
      case "provider": entry.log.provider == value
      case "endpoint": entry.log.endpoint == value
      case "client": entry.log.client == value
      case "person": entry.log.person == value
      case "outcome": entry.log.outcome == value || entry.log.outcome.hasPrefix(value + ":")
      case "condition": entry.log.condition == value
      case "rule": entry.log.rule == value
      case "kind": entry.kind == value
      case "path": entry.log.path.hasPrefix(value)
      case "status": String(entry.status) == value
      default: false
      }
    }
  }
}
