import Basics

/// Ways to the client (OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode).
enum ResponseMode {
  static let names = ["query", "fragment", "form_post"]

  /// Checks a literal `mode`. The result of a template is checked at run time.
  static func check(_ reader: FixtureReader, also more: [String] = []) {
    if let mode = reader.value["mode"] { check(mode, reader.at("mode"), more + names, reader) }
  }

  private static func check(
    _ value: JSONValue, _ pointer: String, _ known: [String], _ reader: FixtureReader
  ) {
    if value["$if"] != nil {
      for name in ["then", "else"] {
        if let branch = value[name] { check(branch, "\(pointer)/\(name)", known, reader) }
      }
      return
    }
    guard let text = value.stringValue, !text.utf8.contains(UInt8(ascii: "{")) else { return }
    if !known.contains(text) {
      reader.findings.error(
        value, pointer, "unknown mode \"\(text)\"" + Suggestion.hint(for: text, among: known))
    }
  }
}
