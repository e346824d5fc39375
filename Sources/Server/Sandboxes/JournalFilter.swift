/// Which entries of a journal are meant.
package struct JournalFilter: Sendable {
  package var after = 0
  package var fields: [(name: String, value: String)] = []
  package init() {}

  package static let names = [
    "provider", "endpoint", "client", "person", "outcome", "condition", "rule", "kind", "path",
    "status",
  ]

  package static func meaning(of name: String) -> String {
    switch name {
    case "path": "Only entries whose path, below the sandbox's prefix, begins so."
    case "outcome":
      "Only entries with this outcome, or with one that begins with it and a colon or a space, such as by rule."
    case "endpoint": "Only entries of the endpoint with this name."
    case "client": "Only entries with this client, be it known or not."
    default: "Only entries with this \(name)."
    }
  }

  func matches(_ numbered: NumberedEntry) -> Bool {
    guard numbered.number > after else { return false }
    let (entry, log) = (numbered.entry, numbered.entry.log)
    return fields.allSatisfy { name, value in
      switch name {
      case "outcome":
        log.outcome.text == value
          || [":", " "].contains { log.outcome.text.hasPrefix(value + $0) }
      case "condition": log.condition?.name == value
      case "kind": entry.kind.rawValue == value
      case "path": log.path.hasPrefix(value)
      case "status": String(entry.status) == value
      default: numbered[name] == value
      }
    }
  }
}

extension NumberedEntry {
  /// What a filter of this name looks for, where it is a name that a user may have given.
  package subscript(name: String) -> String? {
    let log = entry.log
    return switch name {
    case "provider": log.provider
    case "endpoint": log.endpoint
    case "client": log.client
    case "person": log.person
    case "rule": log.rule
    default: nil
    }
  }
}
