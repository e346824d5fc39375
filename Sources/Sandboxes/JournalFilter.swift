/// Which entries of a journal are meant.
public struct JournalFilter: Sendable {
  public var after = 0
  public var fields: [(name: String, value: String)] = []
  public init() {}

  public static let names = [
    "provider", "endpoint", "client", "person", "outcome", "condition", "rule", "kind", "path",
    "status",
  ]

  public static func meaning(of name: String) -> String {
    switch name {
    case "path": "Only entries whose path, below the sandbox's prefix, begins so."
    case "outcome": "Only entries with this outcome, or with one that begins with it and a colon."
    case "endpoint": "Only entries of the endpoint with this name."
    default: "Only entries with this \(name)."
    }
  }

  func matches(_ numbered: NumberedEntry) -> Bool {
    guard numbered.number > after else { return false }
    let (entry, log) = (numbered.entry, numbered.entry.log)
    return fields.allSatisfy { name, value in
      switch name {
      case "provider": log.provider == value
      case "endpoint": log.endpoint == value
      case "client": log.client == value
      case "person": log.person == value
      case "outcome": log.outcome.text == value || log.outcome.text.hasPrefix(value + ":")
      case "condition": log.condition?.name == value
      case "rule": log.rule == value
      case "kind": entry.kind == value
      case "path": log.path.hasPrefix(value)
      case "status": String(entry.status) == value
      default: false
      }
    }
  }
}
