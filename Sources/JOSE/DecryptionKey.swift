import Basics
internal import Crypto
internal import CryptoExtras

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A private key that decrypts content keys: RSA, P-256 or P-384.
package struct DecryptionKey: Sendable {
  private let material: SigningKey.Material
  package let type: KeyType
  /// The key's name (RFC 7517 §4.5).
  package let kid: String?
  private let members: JWKMembers

  /// A key from its private JWK, whose `use` is `enc` or absent.
  package init(jwk: JSONValue) throws(KeyError) {
    let reader = try JWKReader(jwk, for: .encryption)
    try self.init(SigningKey(reader: reader), kid: reader.kid)
  }

  /// The key of the same numbers as a key that signs, under another name.
  package init(_ key: SigningKey, kid: String?) throws(KeyError) {
    type = key.algorithm.keyType
    guard type != .ed25519 else {
      throw KeyError("expected a key for encryption, found \(type.title)")
    }
    material = key.material
    members = key.publicKey.members
    self.kid = kid
  }

  /// The public half as JWK.
  /// - Parameter algorithm: what it is for; `nil` leaves the member `alg` out.
  package func publicJWK(for algorithm: JWE.KeyAlgorithm? = nil) -> JSONValue {
    var object = JSONObject()
    object["kty"] = JSONValue(.string(members.kind))
    object["use"] = "enc"
    object["alg"] = algorithm.map { JSONValue(.string($0.rawValue)) }
    object["kid"] = kid.map { JSONValue(.string($0)) }
    for member in members.parameters { object[member.name] = JSONValue(.string(member.value)) }
    return JSONValue(.object(object))
  }

  /// Whether a token that names a key may be for this one. A token without a name, and a key without one, leave it open.
  func isNamed(_ name: String?) -> Bool {
    guard let kid, let name else { return true }
    return kid.utf8.elementsEqual(name.utf8)
  }

  /// The content key of a token (RFC 7516 §5.2, steps 6 to 13).
  /// - Returns: `nil` if it is not for this key.
  func contentKey(
    _ encrypted: [UInt8], _ header: JSONObject, _ algorithm: JWE.KeyAlgorithm,
    _ content: JWE.ContentAlgorithm
  ) -> [UInt8]? {
    switch material {
    case .ed25519: return nil
    case .rsa(let key):
      let key = try? _RSA.Encryption.PrivateKey(derRepresentation: key.derRepresentation)
      return (try? key?.decrypt(encrypted, padding: algorithm.padding)).map { Array($0) }
    case .p256, .p384:
      guard let secret = header["epk"].flatMap({ try? secret(with: $0) }),
        let apu = Self.party("apu", header), let apv = Self.party("apv", header)
      else { return nil }
      let agreed = KeyAgreement.derive(secret, for: algorithm, content, apu: apu, apv: apv)
      guard algorithm.wrappingBytes != nil else { return encrypted.isEmpty ? agreed : nil }
      return (try? AES.KeyWrap.unwrap(encrypted, using: SymmetricKey(data: agreed)))
        .map { $0.withUnsafeBytes { Array($0) } }
    }
  }

  /// The secret that this key shares with an ephemeral one.
  private func secret(with jwk: JSONValue) throws -> [UInt8]? {
    switch (material, try EncryptionKey(jwk: jwk).material) {
    case (.p256(let own), .p256(let other)):
      let own = try P256.KeyAgreement.PrivateKey(rawRepresentation: own.rawRepresentation)
      return KeyAgreement.bytes(of: try own.sharedSecretFromKeyAgreement(with: other))
    case (.p384(let own), .p384(let other)):
      let own = try P384.KeyAgreement.PrivateKey(rawRepresentation: own.rawRepresentation)
      return KeyAgreement.bytes(of: try own.sharedSecretFromKeyAgreement(with: other))
    default: return nil
    }
  }

  /// `apu` or `apv` (RFC 7518 §4.6.1.2): empty if absent; `nil` if it can't be read.
  private static func party(_ name: String, _ header: JSONObject) -> [UInt8]? {
    guard let value = header[name] else { return [] }
    return value.stringValue.flatMap { Base64URL.decode($0) }
  }
}
