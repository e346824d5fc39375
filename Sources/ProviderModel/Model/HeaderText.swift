import Basics
import HTTPTypes

/// The syntax of header fields (RFC 9110 §§5.1, 5.5).
package enum HeaderText {
  package static func isName(_ text: String) -> Bool { HTTPField.Name(text) != nil }

  package static func isValue(_ text: String) -> Bool {
    !text.isEmpty && HTTPField.isValidValue(text)
      && text.first?.isWhitespace == false && text.last?.isWhitespace == false
  }

  /// Whether a text can stand in a value, between placeholders.
  static func isPart(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
  }

  /// The fields of the connection and the framing, which the server sets, and why no shape may.
  static let reserved: [String: String] = {
    let framing = [
      "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer",
    ]
    var reserved = Dictionary(
      uniqueKeysWithValues: framing.map { ($0, "the server frames the response (RFC 9112 §6)") })
    for name in ["host", "te", "proxy-connection"] {
      reserved[name] = "it belongs to requests, and no response has it (RFC 9110)"
    }
    reserved["date"] = "the server writes it"
    reserved["content-type"] = "write \"content_type\" instead"
    return reserved
  }()

  /// `type/subtype`, with parameters (RFC 9110 §8.3.1).
  static func isMediaType(_ text: String) -> Bool {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let type = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
    return isValue(text) && type.count == 2
      && type.allSatisfy { isName(String($0.trimmed)) }
      && parts.dropFirst().allSatisfy { $0.contains("=") }
  }
}
