import Basics

/// The names below `err`.
enum ErrorFacts {
  /// Those that an entry of the catalogue writes.
  static let written = ["code", "text", "type", "reason", "id"]
  /// Those that conditions bring along.
  static let found = [
    "value", "param", "now", "issued_at", "expires_at", "actual", "expected", "count", "scope",
  ]
  /// Those of every refusal.
  static let always = ["condition", "status"]
  static let all = written + found + always
}
