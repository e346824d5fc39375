import Basics

extension FixtureReader {
  /// Ways to the client (OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode).
  private static let modes = ["query", "fragment", "form_post"]

  /// Checks a literal mode. The result of a template is checked at run time.
  func checkMode(also more: [String] = []) {
    if let mode = value["mode"] { checkMode(mode, at("mode"), more + Self.modes) }
  }

  private func checkMode(_ value: JSONValue, _ pointer: String, _ known: [String]) {
    if value["$if"] != nil {
      for name in ["then", "else"] {
        if let branch = value[name] { checkMode(branch, "\(pointer)/\(name)", known) }
      }
      return
    }
    guard let text = value.stringValue, !text.utf8.contains(UInt8(ascii: "{")) else { return }
    if !known.contains(text) {
      findings.error(
        value, pointer, "unknown mode \"\(text)\"" + Suggestion.hint(for: text, among: known))
    }
  }
}
