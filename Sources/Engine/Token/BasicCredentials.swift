import Basics

/// What stands behind `Basic` in an Authorization header: a client's id and secret, each form-encoded (RFC 6749 §2.3.1).
struct BasicCredentials {
  let id: String
  /// Empty where a client without a secret names itself.
  let secret: String

  /// Nil for what is not the base64 of such a pair.
  init?(_ coded: String) {
    // At the byte: a colon with an accent behind it is another character, and a colon all the same.
    guard let bytes = Base64.decode(coded), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let left = String(validating: bytes[..<colon], as: UTF8.self),
      let right = String(validating: bytes[(colon + 1)...], as: UTF8.self),
      let id = PercentCoding.decode(left[...], plusIsSpace: true),
      let secret = PercentCoding.decode(right[...], plusIsSpace: true)
    else { return nil }
    (self.id, self.secret) = (id, secret)
  }
}
