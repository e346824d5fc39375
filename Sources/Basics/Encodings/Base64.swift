// This module owns base64 and base64url: keys and tokens are written in them, and fixtures write them too. It knows
// neither, and needs no library.

/// Base64 with the standard alphabet and padding (RFC 4648 §4).
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    Base64Coding.standard.encode(bytes)
  }

  /// The bytes; nil unless the text is what `encode` writes for them: padded to a multiple of four,
  /// no white space, no other alphabet, no stray bits at the end (RFC 4648 §3.5).
  package static func decode(_ text: String) -> [UInt8]? {
    Base64Coding.standard.decode(text.utf8)
  }
}
