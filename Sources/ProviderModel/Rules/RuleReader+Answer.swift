import Basics
import HTTPTypes

/// Reads header fields.
extension RuleReader {
  /// Fields of the connection (RFC 9110 §7.6.1) and fields that give the length of the body.
  private static let transported: Set<String> = [
    "connection", "content-length", "date", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// Reads header fields: a text, an array of texts for several fields of one name, or `null` to remove the field.
  func readFields(
    _ reader: inout FixtureReader, _ name: String, mayRemove: Bool = false
  ) -> [(name: String, values: [String])] {
    reader.map(name).compactMap { name, value, pointer in
      if mayRemove, value.isNull { return readField(name, nil, pointer).map { _ in (name, []) } }
      guard let list = value.arrayValue else {
        return readField(name, value, pointer).map { (name, [$0]) }
      }
      if list.isEmpty {
        findings.error(value, pointer, "expected at least one value, found none")
      }
      return (
        name,
        list.enumerated().compactMap { readField(name, $1, "\(pointer)/\($0)") }
      )
    }
  }

  private func readField(_ name: String, _ value: JSONValue?, _ pointer: String) -> String? {
    func refuse(_ sentence: String) -> String? {
      findings.error(value, pointer, sentence)
      return nil
    }
    guard HTTPField.Name(name) != nil else {
      return refuse("\"\(name)\" is not a header name (RFC 9110 §5.1)")
    }
    guard !Self.transported.contains(name.lowercased()) else {
      return refuse(
        "\(name) is the connection's to say, and no rule's; leave it out "
          + "(for a body that breaks off: truncate)")
    }
    guard let value else { return "" }
    guard let text = value.stringValue else {
      return refuse("expected a string, found \(value.found)")
    }
    guard !text.isEmpty else {
      return refuse("a header without a value can't be sent; leave it out")
    }
    guard text.first?.isWhitespace == false, text.last?.isWhitespace == false else {
      return refuse("white space around a header's value can't be sent (RFC 9110 §5.5)")
    }
    guard HTTPField.isValidValue(text) else {
      return refuse("expected a text on one line, without control characters (RFC 9110 §5.5)")
    }
    return text
  }
}
