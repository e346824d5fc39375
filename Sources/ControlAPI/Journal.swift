import AuthorizationServer
import JSON

/// What came in, what was decided and why: a ring, bounded in entries and in bytes.
struct Journal: Sendable {
  private(set) var entries: [JournalEntry] = []
  private var start = 0
  private var lastNumber = 0
  private var bytes = 0

  static let mostEntries = 1_000
  static let mostBytes = 4 << 20
  /// Of a body; the rest is cut.
  static let mostBody = 16 << 10

  var live: ArraySlice<JournalEntry> { entries[start...] }
  var next: Int { lastNumber + 1 }

  mutating func add(_ entry: JournalEntry) {
    lastNumber += 1
    var entry = entry
    entry.number = lastNumber
    bytes += entry.size
    entries.append(entry)
    while live.count > Self.mostEntries || (bytes > Self.mostBytes && live.count > 1) {
      bytes -= entries[start].size
      // What is gone must not hold memory until the ring is moved up.
      entries[start].event = .act("")
      start += 1
    }
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

/// Which entries are meant.
struct JournalFilter: Sendable {
  var after = 0
  var fields: [(name: String, value: String)] = []

  static let names = [
    "provider", "endpoint", "client", "person", "outcome", "condition", "rule", "kind", "path",
    "status",
  ]

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
