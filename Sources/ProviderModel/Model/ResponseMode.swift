import Basics

/// Response modes: how an authorization response reaches the client (OAuth 2.0 Multiple Response Types §2.1, Form Post
/// Response Mode), and whether it is a signed JWT (JARM §2.3).
package enum ResponseMode {
  static let transports = ["query", "fragment", "form_post"]
  /// The mode of a JWT that travels as the response type usually does.
  private static let signed = "jwt"
  static let names = transports + transports.map { "\($0).\(signed)" } + [signed]

  /// Whether the response is a signed JWT.
  package static func isSigned(_ mode: String) -> Bool {
    mode == signed || mode.hasSuffix(".\(signed)")
  }

  /// `query` of `query.jwt`.
  package static func transport(of mode: String) -> String {
    isSigned(mode) ? String(mode.prefix { $0 != "." }) : mode
  }

  /// - Parameter usual: The mode of the response type.
  package static func named(_ mode: String, usually usual: String) -> String {
    mode == signed && !isSigned(usual) ? "\(usual).\(signed)" : mode
  }

  /// Checks a literal mode. The result of a template is checked at run time.
  static func check(_ reader: FixtureReader, _ name: String = "mode", also more: [String] = []) {
    if let mode = reader.value[name] { check(mode, reader.at(name), more + transports, reader) }
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
