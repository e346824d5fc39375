import Basics
internal import Crypto
internal import CryptoExtras
internal import SwiftASN1
internal import X509

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A certificate that a key signs for itself (RFC 5280), as key sets show it (RFC 7517 §4.7).
///
/// An RSA or Ed25519 key always signs the same one. ECDSA draws a number for each signature.
package struct SelfSignedCertificate: Sendable {
  package let der: [UInt8]
  /// The public key: a SubjectPublicKeyInfo in DER.
  package let publicKey: [UInt8]
  /// With a line feed at the end.
  package let pem: String

  /// From 2010 to 2050, so that it is valid for every clock of a sandbox.
  private static let validity = (start: 1_262_304_000.0, end: 2_524_608_000.0)

  /// - Returns: `nil` if the library makes none.
  package init?(of key: SigningKey) {
    let signer: Certificate.PrivateKey
    let algorithm: Certificate.SignatureAlgorithm
    switch key.material {
    case .rsa(let key): (signer, algorithm) = (.init(key), .sha256WithRSAEncryption)
    case .p256(let key): (signer, algorithm) = (.init(key), .ecdsaWithSHA256)
    case .p384(let key): (signer, algorithm) = (.init(key), .ecdsaWithSHA384)
    case .ed25519(let key): (signer, algorithm) = (.init(key), .ed25519)
    }
    let thumbprint = key.publicKey.thumbprint
    do {
      let name = try DistinguishedName { CommonName("Understudy key \(thumbprint)") }
      // Positive, and of 16 bytes (RFC 5280 §4.1.2.2).
      let serial = [0x01] + Digest.sha256(Array(thumbprint.utf8)).prefix(15)
      let document = try Certificate(
        version: .v3, serialNumber: .init(bytes: serial), publicKey: signer.publicKey,
        notValidBefore: Date(timeIntervalSince1970: Self.validity.start),
        notValidAfter: Date(timeIntervalSince1970: Self.validity.end), issuer: name, subject: name,
        signatureAlgorithm: algorithm, extensions: Certificate.Extensions(),
        issuerPrivateKey: signer
      ).serializeAsPEM()
      der = document.derBytes
      pem = document.pemString + "\n"
      publicKey = try signer.publicKey.serializeAsPEM().derBytes
    } catch {
      return nil
    }
  }

  /// The member of this name of a JWK (RFC 7517 §§4.7 to 4.9): text or list; `pem` and `spki` are not of the standard.
  package func member(_ name: String) -> JSONValue? {
    func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }
    return switch name {
    case "x5c": JSONValue(.array([text(Base64.encode(der))]))
    case "x5t": text(Base64URL.encode(Array(Insecure.SHA1.hash(data: der))))
    case "x5t#S256": text(X509Certificate.thumbprint(of: der))
    case "pem": text(pem)
    case "spki": text(Base64.encode(publicKey))
    default: nil
    }
  }
}
