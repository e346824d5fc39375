import Basics

extension HeaderText {
  /// Reads a header of responses. Reports names and values that can't be sent.
  /// - Parameter mayBeEmpty: Whether an empty text has a meaning.
  static func read(
    _ entry: FixtureReader.Entry, _ vocabulary: Vocabulary, mayBeEmpty: Bool = false
  ) -> Template? {
    let (value, pointer, findings) = (entry.value, entry.pointer, entry.findings)
    guard let template = vocabulary.template(value, pointer, findings) else { return nil }
    if !isName(entry.name) {
      findings.error(value, pointer, "\"\(entry.name)\" is not a header name (RFC 9110 §5.1)")
    } else if let why = reserved[entry.name.lowercased()] {
      findings.error(value, pointer, "a shape can't set \(entry.name): \(why)")
    }
    let refusal =
      "expected a text on one line, in ASCII and without control characters (RFC 9110 §5.5)"
    if !template.texts.allSatisfy({ isPart($0) && $0.utf8.allSatisfy { $0 < 0x80 } }) {
      findings.error(value, pointer, refusal)
    } else if let literal = template.literal {
      // Of a text with a mistake nothing is left.
      if literal.isEmpty, !mayBeEmpty, !template.source.contains("{{") {
        findings.error(value, pointer, "a header without a value can't be sent; leave it out")
      } else if !literal.isEmpty, !isValue(literal) {
        findings.error(value, pointer, refusal)
      }
    }
    return template
  }

  /// Reads a media type; `nil` if the text is not one.
  static func mediaType(_ value: JSONValue?, _ pointer: String, _ findings: Diagnostics) -> String?
  {
    guard let value else { return nil }
    if let type = value.stringValue, isMediaType(type) { return type }
    findings.error(
      value, pointer,
      "expected a media type such as text/html; charset=utf-8 (RFC 9110 §8.3.1), found "
        + (value.stringValue.map { "\"\($0)\"" } ?? value.found))
    return nil
  }
}
