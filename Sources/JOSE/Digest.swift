internal import Crypto

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// SHA-2 digests (FIPS 180-4).
package enum Digest {
  /// 32 bytes.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: bytes))
  }

  /// 48 bytes.
  static func sha384(_ bytes: [UInt8]) -> [UInt8] {
    Array(SHA384.hash(data: bytes))
  }

  /// 64 bytes.
  static func sha512(_ bytes: [UInt8]) -> [UInt8] {
    Array(SHA512.hash(data: bytes))
  }
}

/// Whether two secrets are the same, in a time that tells nothing of where they differ.
/// It does tell whether their lengths do.
package func equalInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  guard one.count == other.count else { return false }
  var difference: UInt8 = 0
  for (left, right) in zip(one, other) { difference |= left ^ right }
  return difference == 0
}

/// Keyed digests (RFC 2104). To compare one with what somebody sent, use `equalInConstantTime`.
package enum HMAC {
  /// 32 bytes.
  package static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
    Array(
      Crypto.HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
  }
}
