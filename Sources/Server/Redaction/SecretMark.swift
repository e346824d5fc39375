import Basics
import JOSE

/// The text that replaces a secret.
package enum SecretMark: Sendable {
  /// `‹secret 0123abcd›` in journals and logs: equal secrets have equal marks, and a mark tells nothing else.
  case digest(key: [UInt8])
  /// `abcd…(43)` in reports, the first four of 43 characters: people can compare it with what a program printed.
  case beginning
  /// A text of its own for each secret, in whatever encoding the secret stands.
  case replacements([[UInt8]: [UInt8]])

  func text(for secret: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .digest(let key):
      let hash = HMAC.sha256(key: key, message: Array(secret)).prefix(4)
      return Array("‹secret \(Hexadecimal.encode(hash))›".utf8)
    case .beginning:
      let text = String(decoding: secret, as: UTF8.self).unicodeScalars
      // Four characters of a short secret would be half of it.
      let shown = text.prefix(min(4, text.count / 4))
      return Array("\(String(shown))…(\(text.count))".utf8)
    case .replacements(let table):
      var text = String(decoding: secret, as: UTF8.self).replacing("\\/", with: "/")
      // Within an address within an address a secret is encoded twice.
      for _ in 0..<3 {
        if let known = table[Array(text.utf8)] { return known }
        text = PercentCoding.decode(text[...], plusIsSpace: false) ?? text
      }
      return Array("cleaned".utf8)
    }
  }

  /// The length in bytes of the mark at the beginning; 0 if the text doesn't begin with one.
  static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    if bytes.starts(with: "‹secret".utf8) {
      let end = bytes.firstRange(of: Array("›".utf8))?.upperBound
      return end.map { $0 - bytes.startIndex } ?? bytes.count
    }
    // Up to four characters of up to four bytes each.
    guard let dots = bytes.prefix(22).firstRange(of: Array("…(".utf8)) else { return 0 }
    let shown = String(decoding: bytes[..<dots.lowerBound], as: UTF8.self).unicodeScalars.count
    let digits = bytes[dots.upperBound...].prefix { (0x30...0x39).contains($0) }
    guard shown <= 4, !digits.isEmpty else { return 0 }
    let isClosed = bytes[digits.endIndex...].first == UInt8(ascii: ")")
    return digits.endIndex - bytes.startIndex + (isClosed ? 1 : 0)
  }
}
