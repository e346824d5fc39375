internal import Crypto

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Keyed digests (RFC 2104). To compare one with what somebody sent, use `equalInConstantTime`.
package enum HMAC {
  /// 32 bytes.
  package static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
    Array(
      Crypto.HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
  }
}
