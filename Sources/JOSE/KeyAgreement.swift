import Basics
internal import Crypto

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Agreement on a key by ECDH-ES (RFC 7518 §4.6).
enum KeyAgreement {
  /// The key that both sides derive from a shared secret: the Concat KDF with SHA-256 (RFC 7518 §4.6.2, NIST SP 800-56A §5.8.1).
  /// - Parameters:
  ///   - name: the algorithm of the derived key: `enc`, or `alg` if it wraps the content key.
  ///   - apu: the header's `apu`, decoded; `apv` is the other side's.
  static func derive(
    _ secret: [UInt8], bytes: Int, name: String, apu: [UInt8] = [], apv: [UInt8] = []
  ) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
    }
    let info =
      [Array(name.utf8), apu, apv].flatMap { number($0.count) + $0 } + number(bytes * 8)
    var key: [UInt8] = []
    var round = 1
    while key.count < bytes {
      key += Digest.sha256(number(round) + secret + info)
      round += 1
    }
    return Array(key.prefix(bytes))
  }

  /// The key that an algorithm agrees on.
  static func derive(
    _ secret: [UInt8], for algorithm: JWE.KeyAlgorithm, _ content: JWE.ContentAlgorithm,
    apu: [UInt8] = [], apv: [UInt8] = []
  ) -> [UInt8] {
    if let bytes = algorithm.wrappingBytes {
      return derive(secret, bytes: bytes, name: algorithm.rawValue, apu: apu, apv: apv)
    }
    return derive(secret, bytes: content.keyBytes, name: content.rawValue, apu: apu, apv: apv)
  }

  /// The secret that an ephemeral key shares with a public one.
  /// - Returns: the secret, and the public half of the ephemeral key as JWK (RFC 7518 §4.6.1.1).
  static func secret(
    with key: EncryptionKey.Material
  ) throws -> (secret: [UInt8], ephemeral: JSONValue)? {
    switch key {
    case .rsa: return nil
    case .p256(let key):
      let own = P256.KeyAgreement.PrivateKey()
      return (
        bytes(of: try own.sharedSecretFromKeyAgreement(with: key)),
        point(.p256, Array(own.publicKey.rawRepresentation))
      )
    case .p384(let key):
      let own = P384.KeyAgreement.PrivateKey()
      return (
        bytes(of: try own.sharedSecretFromKeyAgreement(with: key)),
        point(.p384, Array(own.publicKey.rawRepresentation))
      )
    }
  }

  static func bytes(of secret: SharedSecret) -> [UInt8] {
    secret.withUnsafeBytes { Array($0) }
  }

  private static func point(_ type: KeyType, _ bytes: [UInt8]) -> JSONValue {
    JWKMembers.curve(type, bytes).jwk
  }
}
