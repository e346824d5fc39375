import Basics

/// The SHA-256 thumbprint of a key, as base64url (RFC 7638).
package enum Thumbprint {
  /// The mistake in a text that has to be one; `nil` if it is well formed.
  package static func flaw(of text: String) -> String? {
    guard let bytes = Base64URL.decode(text), bytes.count == 32 else {
      return "is not a SHA-256 thumbprint: base64url without padding, 43 characters (RFC 7638)"
    }
    return nil
  }
}
