import Crypto

/// What nobody may guess.
enum Chance {
  /// 43 characters of base64url: 256 bits.
  static func text() -> String {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in generator.next() as UInt64 }
    return Base64.url(words.flatMap { word in (0..<8).map { UInt8(word >> (8 * $0) & 0xFF) } })
  }

  /// The S256 challenge of a verifier (RFC 7636 §4.2).
  static func challenge(_ verifier: String) -> String {
    Base64.url(SHA256.hash(data: Array(verifier.utf8)))
  }
}
