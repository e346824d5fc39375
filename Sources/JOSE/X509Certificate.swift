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

/// A certificate (RFC 5280) of somebody else: read, but not trusted.
package struct X509Certificate: Sendable, Equatable {
  /// The largest certificate that is read, in bytes of DER.
  package static let most = 16 << 10

  private let certificate: Certificate
  package let der: [UInt8]

  /// Reads DER; `nil` for anything else, and for more than `most` bytes.
  package init?(der: [UInt8]) {
    guard der.count <= Self.most, let read = try? Certificate(derEncoded: der) else { return nil }
    certificate = read
    self.der = der
  }

  /// Reads the certificates of a PEM text.
  /// - Throws: what in it is not a certificate.
  package static func list(pem: String) throws(KeyError) -> [X509Certificate] {
    let blocks = try PEM.blocks(pem)
    guard !blocks.isEmpty else {
      throw KeyError("expected a certificate in PEM, -----BEGIN CERTIFICATE-----, found none")
    }
    var list: [X509Certificate] = []
    for block in blocks {
      guard block.label == "CERTIFICATE" else {
        throw KeyError("expected a CERTIFICATE, found \(block.label)", line: block.line)
      }
      guard let certificate = X509Certificate(der: block.der) else {
        throw KeyError("expected an X.509 certificate of at most 16 KiB", line: block.line)
      }
      list.append(certificate)
    }
    return list
  }

  // MARK: The certificate itself

  /// The SHA-256 of the certificate as base64url: `x5t#S256` (RFC 8705 §3.1).
  package var thumbprint: String { Self.thumbprint(of: der) }

  package static func thumbprint(of der: [UInt8]) -> String { Base64URL.encode(Digest.sha256(der)) }

  /// Seconds since 1970.
  package var notBefore: Int { Int(certificate.notValidBefore.timeIntervalSince1970) }
  package var notAfter: Int { Int(certificate.notValidAfter.timeIntervalSince1970) }

  /// The thumbprint of its public key (RFC 7638); `nil` for a key that `SignatureAlgorithm` has no use for.
  package var keyThumbprint: String? {
    (try? VerifyingKey(certificate.publicKey))?.thumbprint
  }

  // MARK: Names

  /// The subject, as RFC 4514 writes it.
  package var subject: String { DistinguishedNameText(certificate.subject).text }
  /// The issuer, as RFC 4514 writes it.
  package var issuer: String { DistinguishedNameText(certificate.issuer).text }

  /// Whether the subject is the one of a text. Neither letter case nor extra spaces count (RFC 5280 §7.1).
  package func hasSubject(_ text: String) -> Bool {
    DistinguishedNameText(certificate.subject).matches(text)
  }

  /// The alternative names of a kind (RFC 5280 §4.2.1.6), an IP address as `192.0.2.1` or `2001:db8::1`.
  package func names(_ kind: SubjectNameKind) -> [String] {
    guard let names = try? certificate.extensions.subjectAlternativeNames else { return [] }
    return names.compactMap { name in
      switch (kind, name) {
      case (.dns, .dnsName(let text)), (.email, .rfc822Name(let text)),
        (.uri, .uniformResourceIdentifier(let text)):
        text
      case (.ip, .ipAddress(let address)): IPAddress.text(of: Array(address.bytes))
      default: nil
      }
    }
  }

  // MARK: Its issuer

  /// Whether another certificate has signed it.
  package func isSigned(by other: X509Certificate) -> Bool {
    certificate.issuer == other.certificate.subject
      && other.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
  }

  /// Whether it has signed itself.
  package var isSelfSigned: Bool { isSigned(by: self) }

  /// Whether it may sign certificates (RFC 5280 §4.2.1.9).
  package var isAuthority: Bool {
    guard case .isCertificateAuthority? = try? certificate.extensions.basicConstraints else {
      return false
    }
    return true
  }

  /// Whether a client may authenticate with it (RFC 5280 §4.2.1.12): without a list of purposes, it is for all.
  package var isForClients: Bool {
    do {
      guard let usages = try certificate.extensions.extendedKeyUsage else { return true }
      return usages.contains(.clientAuth) || usages.contains(.any)
    } catch {
      return false
    }
  }
}

/// The kinds of alternative names by which a client can be known (RFC 8705 §2.1.2).
package enum SubjectNameKind: String, Sendable, CaseIterable { case dns, uri, ip, email }

extension VerifyingKey {
  /// - Throws: if it is a key that `SignatureAlgorithm` has no use for.
  fileprivate init(_ key: Certificate.PublicKey) throws(KeyError) {
    let material: Material? =
      P256.Signing.PublicKey(key).map { .p256($0) } ?? P384.Signing.PublicKey(key).map { .p384($0) }
      ?? _RSA.Signing.PublicKey(key).map { .rsa($0) }
      ?? Curve25519.Signing.PublicKey(key).map { .ed25519($0) }
    guard let material else { throw KeyError("expected \(KeyType.titles), found another one") }
    try self.init(material, kid: .thumbprint)
  }
}
