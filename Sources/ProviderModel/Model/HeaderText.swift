import Basics
import HTTPTypes

/// The syntax of header fields (RFC 9110 §§5.1, 5.5).
package enum HeaderText {
  package static func isName(_ text: String) -> Bool { HTTPField.Name(text) != nil }

  package static func isValue(_ text: String) -> Bool {
    !text.isEmpty && HTTPField.isValidValue(text)
      && text.first?.isWhitespace == false && text.last?.isWhitespace == false
  }

  /// Whether a character may be in a credential (RFC 6749 Appendix A, VSCHAR).
  static func isVisible(_ scalar: UInt32) -> Bool { (0x20...0x7E).contains(scalar) }

  /// Whether a text can stand in a value, between placeholders.
  static func isPart(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: isControl)
  }

  /// The value of a field that a request has a part in; `nil` if nothing is left of it. A line break would end the field, so
  /// control characters become spaces (RFC 9110 §5.5).
  package static func value(_ text: String) -> String? {
    var line = text
    if text.unicodeScalars.contains(where: isControl) {
      line = ""
      for scalar in text.unicodeScalars {
        line.unicodeScalars.append(isControl(scalar) ? " " : scalar)
      }
    }
    let value = Substring(line).trimmed
    return value.isEmpty ? nil : String(value)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\t" && (scalar.value < 0x20 || scalar.value == 0x7F)
  }

  /// The fields of the connection and the framing, which the server sets, and why no shape may.
  static let reserved: [String: String] = {
    var reserved = Dictionary(
      uniqueKeysWithValues: framing.map { ($0, "the server frames the response (RFC 9112 §6)") })
    for name in ["host", "te", "proxy-connection"] {
      reserved[name] = "it belongs to requests, and no response has it (RFC 9110)"
    }
    reserved["date"] = "the server writes it"
    reserved["content-encoding"] = "the response has no other coding than what is written here"
    reserved["content-range"] = "no response is a part of another one"
    reserved["content-type"] = "write \"content_type\" instead"
    return reserved
  }()

  private static let framing = [
    "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer",
  ]
  /// The fields of requests that have another meaning already, so that none of them can hold a token.
  static let ofRequests = Set(
    framing + [
      "host", "te", "proxy-connection", "date", "expect", "content-type", "content-encoding",
      "cookie", "set-cookie", "accept", "origin", "referer", "user-agent",
    ])

  /// `type/subtype`, with parameters (RFC 9110 §8.3.1).
  static func isMediaType(_ text: String) -> Bool {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let type = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
    return isValue(text) && type.count == 2
      && type.allSatisfy { isName(String($0.trimmed)) }
      && parts.dropFirst().allSatisfy { $0.contains("=") }
  }
}

extension Facts {
  /// The value of a header field; `nil` if it is empty.
  package func header(_ template: Template) -> String? { text(template).flatMap(HeaderText.value) }
}
