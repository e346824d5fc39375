internal import Crypto
internal import CryptoExtras

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The encryption of content (RFC 7518 §5): AES-GCM, and AES-CBC with a digest.
extension JWE.ContentAlgorithm {
  struct Sealed {
    let iv: [UInt8]
    let ciphertext: [UInt8]
    let tag: [UInt8]
  }

  /// - Parameters:
  ///   - iv: the initialization vector; `nil` for a random one.
  ///   - associated: the bytes that the tag protects, too.
  func seal(
    _ plaintext: [UInt8], key: [UInt8], iv: [UInt8]? = nil, protecting associated: [UInt8]
  ) throws -> Sealed {
    switch self {
    case .a128GCM, .a256GCM:
      let nonce = try iv.map { try AES.GCM.Nonce(data: $0) } ?? AES.GCM.Nonce()
      let box = try AES.GCM.seal(
        plaintext, using: SymmetricKey(data: key), nonce: nonce, authenticating: associated)
      return Sealed(
        iv: Array(box.nonce), ciphertext: Array(box.ciphertext), tag: Array(box.tag))
    case .a128CBC, .a256CBC:
      let iv = try iv.map { try AES._CBC.IV(ivBytes: $0) } ?? AES._CBC.IV()
      let (mac, enc) = halves(of: key)
      let ciphertext = try AES._CBC.encrypt(plaintext, using: SymmetricKey(data: enc), iv: iv)
      return Sealed(
        iv: Array(iv), ciphertext: Array(ciphertext),
        tag: tag(Array(iv), Array(ciphertext), mac, associated))
    }
  }

  /// - Returns: `nil` if the tag is another one.
  func open(
    _ ciphertext: [UInt8], key: [UInt8], iv: [UInt8], tag: [UInt8], protecting associated: [UInt8]
  ) -> [UInt8]? {
    guard key.count == keyBytes else { return nil }
    switch self {
    case .a128GCM, .a256GCM:
      // RFC 7518 §5.3: 96 bits of initialization vector, 128 bits of tag.
      guard iv.count == 12, tag.count == 16, let nonce = try? AES.GCM.Nonce(data: iv),
        let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
      else { return nil }
      return (try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: associated))
        .map { Array($0) }
    case .a128CBC, .a256CBC:
      let (mac, enc) = halves(of: key)
      // The tag comes first (RFC 7518 §5.2.2.2): padding is looked at only in what it protects.
      guard equalInConstantTime(self.tag(iv, ciphertext, mac, associated), tag),
        let iv = try? AES._CBC.IV(ivBytes: iv)
      else { return nil }
      return (try? AES._CBC.decrypt(ciphertext, using: SymmetricKey(data: enc), iv: iv))
        .map { Array($0) }
    }
  }

  /// The key of the digest, then that of the cipher (RFC 7518 §5.2.2.1).
  private func halves(of key: [UInt8]) -> (mac: [UInt8], enc: [UInt8]) {
    (Array(key.prefix(keyBytes / 2)), Array(key.dropFirst(keyBytes / 2)))
  }

  /// The first half of the digest of all that is protected (RFC 7518 §5.2.2.1).
  private func tag(
    _ iv: [UInt8], _ ciphertext: [UInt8], _ key: [UInt8], _ associated: [UInt8]
  ) -> [UInt8] {
    let bits = withUnsafeBytes(of: UInt64(associated.count * 8).bigEndian) { Array($0) }
    let message = associated + iv + ciphertext + bits
    let key = SymmetricKey(data: key)
    let digest =
      self == .a128CBC
      ? Array(Crypto.HMAC<SHA256>.authenticationCode(for: message, using: key))
      : Array(Crypto.HMAC<SHA512>.authenticationCode(for: message, using: key))
    return Array(digest.prefix(keyBytes / 2))
  }
}
