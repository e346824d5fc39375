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
  }

  let material: Material
  let members: JWKMembers

  /// The only algorithm whose signatures this key will look at.
  package let algorithm: SignatureAlgorithm
  /// The key's name (RFC 7517 §4.5); nil if its JWK has none.
  package private(set) var kid: String?

  /// - Parameter kid: nil for the key's thumbprint.
  init(_ material: Material, kid: KeyName) throws(KeyError) {
    self.material = material
    switch material {
    case .rsa(let key):
      guard let numbers = try? key.getKeyPrimitives() else {
        throw KeyError("expected an RSA key, found one that does not give its numbers")
      }
      members = .rsa(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
      algorithm = .rs256
    case .p256(let key):
      members = .p256(point: Array(key.rawRepresentation))
      algorithm = .es256
    }
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
  package func isValid(_ signature: [UInt8], for bytes: [UInt8]) -> Bool {
    switch material {
    case .rsa(let key):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes),
        padding: .insecurePKCS1v1_5)
    case .p256(let key):
      // DER, which other systems use for ECDSA, is not JWS's form (RFC 7518 §3.4): it is refused here.
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: SHA256.hash(data: bytes))
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
    }
  }
}
