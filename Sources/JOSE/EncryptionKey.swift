import Basics
internal import Crypto
internal import CryptoExtras

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A public key that content keys are encrypted with: RSA, P-256 or P-384.
package struct EncryptionKey: Sendable {
  enum Material: Sendable {
    /// The library's key is not sendable, so it is made of these when it is used.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    case p256(P256.KeyAgreement.PublicKey)
    case p384(P384.KeyAgreement.PublicKey)
  }
  let material: Material
  package let type: KeyType
  /// The key's name (RFC 7517 §4.5).
  package let kid: String?
  /// The algorithm that its JWK names (RFC 7517 §4.4); `nil` for all of its type.
  package let algorithm: JWE.KeyAlgorithm?
  /// Whether its JWK has the use `enc`; otherwise the use is open.
  package let isForEncryption: Bool

  /// A key from its JWK. Of a private one only the public half is read.
  /// - Throws: what in it keeps it from being a key for encryption.
  package init(jwk: JSONValue) throws(KeyError) {
    let reader = try JWKReader(jwk, for: .encryption)
    // The one place that checks numbers and points.
    let key = try reader.publicKey(kid: .given(reader.kid))
    type = reader.type
    kid = reader.kid
    algorithm = try Self.algorithm(reader)
    isForEncryption = reader.has("use")
    func refusal() -> KeyError {
      KeyError("expected a key for encryption, found \(reader.type.title)")
    }
    switch key.material {
    case .rsa:
      material = .rsa(modulus: try reader.bytes("n"), exponent: try reader.bytes("e"))
    case .p256(let key):
      guard let key = try? P256.KeyAgreement.PublicKey(rawRepresentation: key.rawRepresentation)
      else { throw refusal() }
      material = .p256(key)
    case .p384(let key):
      guard let key = try? P384.KeyAgreement.PublicKey(rawRepresentation: key.rawRepresentation)
      else { throw refusal() }
      material = .p384(key)
    case .ed25519: throw refusal()
    }
  }

  private static func algorithm(_ reader: JWKReader) throws(KeyError) -> JWE.KeyAlgorithm? {
    guard let name = reader.algorithmName else { return nil }
    let known = JWE.KeyAlgorithm.allCases.filter { $0.keyTypes.contains(reader.type) }
    guard let algorithm = JWE.KeyAlgorithm(rawValue: name), known.contains(algorithm) else {
      let names = known.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw KeyError("expected \"alg\" to be \(names) or absent, found \"\(name)\"")
    }
    return algorithm
  }

  /// The keys of a JWK set that can encrypt by an algorithm. Those with the use `enc` come first.
  package static func keys(
    ofSet set: JSONValue, for algorithm: JWE.KeyAlgorithm
  ) -> [EncryptionKey] {
    let keys = (set["keys"]?.arrayValue ?? []).compactMap { try? EncryptionKey(jwk: $0) }
      .filter { $0.encrypts(by: algorithm) }
    return keys.filter(\.isForEncryption) + keys.filter { !$0.isForEncryption }
  }

  package func encrypts(by algorithm: JWE.KeyAlgorithm) -> Bool {
    algorithm.keyTypes.contains(type) && (self.algorithm ?? algorithm) == algorithm
  }

  /// A new content key, and what the recipient needs to have it, too (RFC 7516 §5.1, steps 1 to 8).
  func contentKey(
    _ algorithm: JWE.KeyAlgorithm, _ content: JWE.ContentAlgorithm
  ) throws(KeyError) -> (key: [UInt8], encrypted: [UInt8], ephemeral: JSONValue?) {
    func refusal() -> KeyError {
      KeyError("expected a key for \(algorithm.rawValue), found \(type.title)")
    }
    guard encrypts(by: algorithm) else { throw refusal() }
    let random = SymmetricKey(size: .init(bitCount: content.keyBytes * 8))
    if case .rsa(let modulus, let exponent) = material {
      let bytes = random.withUnsafeBytes { Array($0) }
      guard let key = try? _RSA.Encryption.PublicKey(n: modulus, e: exponent),
        let encrypted = try? key.encrypt(bytes, padding: algorithm.padding)
      else { throw refusal() }
      return (bytes, Array(encrypted), nil)
    }
    guard let agreed = try? KeyAgreement.secret(with: material) else { throw refusal() }
    let key = KeyAgreement.derive(agreed.secret, for: algorithm, content)
    guard algorithm.wrappingBytes != nil else { return (key, [], agreed.ephemeral) }
    guard let wrapped = try? AES.KeyWrap.wrap(random, using: SymmetricKey(data: key)) else {
      throw refusal()
    }
    return (random.withUnsafeBytes { Array($0) }, Array(wrapped), agreed.ephemeral)
  }
}

extension JWE.KeyAlgorithm {
  /// Of RSA only.
  var padding: _RSA.Encryption.Padding {
    self == .rsaOAEP256 ? .PKCS1_OAEP_SHA256 : .PKCS1_OAEP
  }
}
