import Basics
internal import Crypto
internal import CryptoExtras

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A public key that signatures are checked with.
package struct VerifyingKey: Sendable {
  enum Material {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
  }

  let material: Material
  let members: JWKMembers

  /// The algorithm that its JWK names (RFC 7517 §4.4), or the first one of its type.
  package let algorithm: SignatureAlgorithm
  /// The algorithms whose signatures this key looks at: the one that its JWK names, or all of its type.
  package let algorithms: [SignatureAlgorithm]
  /// The key's name (RFC 7517 §4.5); nil if its JWK has none.
  package private(set) var kid: String?

  /// - Parameter algorithm: the only one that it is for; nil for all of its type.
  init(
    _ material: Material, kid: KeyName, for algorithm: SignatureAlgorithm? = nil
  ) throws(KeyError) {
    self.material = material
    switch material {
    case .rsa(let key):
      guard let numbers = try? key.getKeyPrimitives() else {
        throw KeyError("expected an RSA key, found one that does not give its numbers")
      }
      members = .rsa(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
      self.algorithm = algorithm ?? .rs256
    case .p256(let key):
      members = .curve(.p256, Array(key.rawRepresentation))
      self.algorithm = .es256
    case .p384(let key):
      members = .curve(.p384, Array(key.rawRepresentation))
      self.algorithm = .es384
    case .ed25519(let key):
      members = .curve(.ed25519, Array(key.rawRepresentation))
      self.algorithm = algorithm ?? .edDSA
    }
    algorithms = algorithm.map { [$0] } ?? self.algorithm.keyType.algorithms
    switch kid {
    case .thumbprint: self.kid = members.thumbprint
    case .given(let name): self.kid = name
    }
  }

  /// The same key under another name.
  func named(_ kid: String) -> Self {
    var key = self
    key.kid = kid
    return key
  }

  /// The SHA-256 thumbprint of the key as base64url (RFC 7638).
  package var thumbprint: String { members.thumbprint }

  /// The key as JWK, members in the order `kty`, `use`, `alg`, `kid`, then `n`, `e` or `crv`, `x`, `y`.
  /// - Parameters:
  ///   - use: what it is for (RFC 7517 §4.2); nil leaves the member out.
  ///   - alg: whether the member `alg` is there (RFC 7517 §4.4).
  package func publicJWK(use: String? = "sig", alg: Bool = true) -> JSONValue {
    var object = JSONObject()
    object["kty"] = JSONValue(.string(members.kind))
    object["use"] = use.map { JSONValue(.string($0)) }
    if alg { object["alg"] = JSONValue(.string(algorithm.rawValue)) }
    object["kid"] = kid.map { JSONValue(.string($0)) }
    for member in members.parameters { object[member.name] = JSONValue(.string(member.value)) }
    return JSONValue(.object(object))
  }

  /// Whether the owner of this key's private half made the signature over these very bytes.
  /// - Parameter algorithm: one of the key's; nil for its first.
  package func isValid(
    _ signature: [UInt8], for bytes: [UInt8], by algorithm: SignatureAlgorithm? = nil
  ) -> Bool {
    let algorithm = algorithm ?? self.algorithm
    guard algorithms.contains(algorithm) else { return false }
    switch material {
    case .rsa(let key):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes),
        padding: algorithm == .ps256 ? .PSS : .insecurePKCS1v1_5)
    // DER, which other systems use for ECDSA, is not JWS's form (RFC 7518 §3.4): it is refused here.
    case .p256(let key):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: SHA256.hash(data: bytes))
    case .p384(let key):
      guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: SHA384.hash(data: bytes))
    case .ed25519(let key):
      return key.isValidSignature(signature, for: bytes)
    }
  }
}

extension VerifyingKey {
  /// The key as PEM (`PUBLIC KEY`, RFC 7468 §13), with a newline at its end, as `openssl pkey -pubout` writes it.
  package var pem: String { encoded + "\n" }

  private var encoded: String {
    switch material {
    case .rsa(let key): key.pemRepresentation
    case .p256(let key): key.pemRepresentation
    case .p384(let key): key.pemRepresentation
    case .ed25519(let key): Self.pem(ed25519: Array(key.rawRepresentation))
    }
  }

  /// The library writes none for this curve. RFC 8410 §4: an identifier of the algorithm, and 32 bytes.
  private static func pem(ed25519 bytes: [UInt8]) -> String {
    let head: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
    return
      "-----BEGIN PUBLIC KEY-----\n\(Data(head + bytes).base64EncodedString())\n-----END PUBLIC KEY-----"
  }
}
