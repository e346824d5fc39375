import Basics
// A CA of our own, what it signs, and where it is kept. It knows no socket and no provider: who asks says for which
// names, and what is to be wrong.
import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs certificates for the hosts that are played (RFC 5280).
package struct CertificateAuthority: Sendable {
  let certificate: Certificate
  let key: P256.Signing.PrivateKey
  /// The hosts that it can sign for: clients refuse a certificate of its for any other.
  package let permitted: PermittedNames
  /// The certificate in PEM, as clients are told to trust it.
  package let pem: String

  static let day = 24 * 60 * 60
  /// How long a new CA is valid, and so the longest that a forgotten one stays trusted.
  static let life = 365 * day
  /// Below what systems take of a leaf at most (398 days, on Apple's).
  private static let leafLife = 90 * day

  /// Makes a new one.
  /// - Parameter now: the wall clock, in seconds since 1970.
  package init(
    at now: Int, permitting names: PermittedNames = .init(), key: P256.Signing.PrivateKey = .init()
  ) throws {
    // Two days back: a certificate that expired yesterday was signed by a CA that was valid then.
    let start = now - 2 * Self.day
    try self.init(called: "CA", from: start, to: start + Self.life, names, key)
  }

  /// The same CA with the same key and end, which may sign for more hosts: who trusts the former certificate still accepts
  /// what it permits.
  func widened(by names: PermittedNames) throws -> CertificateAuthority {
    try CertificateAuthority(
      called: "CA", from: notBefore, to: notAfter, permitted.union(names), key)
  }

  private init(
    called kind: String, from start: Int, to end: Int, _ names: PermittedNames,
    _ key: P256.Signing.PrivateKey = .init()
  ) throws {
    let name = try DistinguishedName {
      OrganizationName("Understudy")
      // Of two CAs with one name and different keys a client may try the wrong one.
      CommonName("Understudy test \(kind) \(Self.short(key.publicKey))")
    }
    let signer = Certificate.PrivateKey(key)
    self.init(
      try Certificate(
        version: .v3, serialNumber: .init(), publicKey: signer.publicKey,
        notValidBefore: Self.date(start), notValidAfter: Self.date(end),
        issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
          Critical(KeyUsage(keyCertSign: true, cRLSign: true))
          Critical(names.constraints)
          SubjectKeyIdentifier(hash: signer.publicKey)
        }, issuerPrivateKey: signer), names, key: key)
  }

  init(_ certificate: Certificate, _ permitted: PermittedNames, key: P256.Signing.PrivateKey) {
    self.certificate = certificate
    self.permitted = permitted
    self.key = key
    pem = (try? certificate.serializeAsPEM().pemString + "\n") ?? ""
  }

  /// DER of the certificate.
  package var der: [UInt8] { Self.der(certificate) }

  /// Whether a certificate names it as an IP address, and not as a host.
  package static func isAddress(_ name: String) -> Bool { LeafNames.address(name) != nil }

  /// In seconds since 1970.
  package var notAfter: Int { Int(certificate.notValidAfter.timeIntervalSince1970) }
  var notBefore: Int { Int(certificate.notValidBefore.timeIntervalSince1970) }

  /// The name that lists of trusted certificates show.
  package var name: String { "Understudy test CA \(Self.short(key.publicKey))" }

  /// Whether Understudy made it, and its user did not bring it along.
  var isOwn: Bool { certificate.subject.description.contains(name) }

  /// SHA-256 of the certificate, in hex with colons, as tools print it.
  package var fingerprint: String {
    SHA256.hash(data: der).map { Self.hex($0).uppercased() }.joined(separator: ":")
  }

  /// A certificate for these names, the first of which people look at.
  /// - Parameter list: where the list of revoked certificates is.
  package func leaf(
    for names: [String], fault: TLSFault? = nil, list: String? = nil, at now: Int
  ) throws -> Leaf {
    let key = P256.Signing.PrivateKey()
    let own = Certificate.PrivateKey(key)
    let signer = try signer(fault, at: now)
    let names = LeafNames(names: fault == .wrongHost ? ["wrong-host.test"] : names)
    let subject = try DistinguishedName { CommonName(names.shown) }
    let (start, end) = validity(fault, now)
    let isOwn = fault == .selfSigned
    let certificate = try Certificate(
      version: .v3,
      serialNumber: fault == .revoked ? Self.revokedSerial : .init(), publicKey: own.publicKey,
      notValidBefore: Self.date(start), notValidAfter: Self.date(end),
      issuer: isOwn ? subject : signer.certificate.subject, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        names.extensions
        if !isOwn {
          AuthorityKeyIdentifier(
            keyIdentifier: ArraySlice(signer.keyIdentifier))
        }
        if fault == .revoked, let list { try RevocationList.point(list) }
      }, issuerPrivateKey: isOwn ? own : Certificate.PrivateKey(signer.key))
    return Leaf(
      certificate: Self.der(certificate), key: Array(key.derRepresentation), notAfter: end)
  }

  private func signer(_ fault: TLSFault?, at now: Int) throws -> CertificateAuthority {
    switch fault {
    case .untrusted: try CertificateAuthority(at: now, permitting: permitted)
    // Nobody is ever sent its certificate, so who signed that makes no difference.
    case .missingIntermediate:
      try CertificateAuthority(
        called: "intermediate CA", from: notBefore, to: notAfter, permitted)
    default: self
    }
  }

  /// All leaves that are revoked have this number: which they are is known before any is made.
  static let revokedSerial = Certificate.SerialNumber(bytes: [
    0x52, 0x45, 0x56, 0x4f, 0x4b, 0x45, 0x44,
  ])

  /// A leaf is valid only while the CA is: some clients look at that too.
  func validity(_ fault: TLSFault?, _ now: Int) -> (Int, Int) {
    switch fault {
    case .expired: (max(now - Self.leafLife, notBefore), now - Self.day)
    case .notYetValid:
      (
        now + min(Self.leafLife, (notAfter - now) / 2), min(now + 2 * Self.leafLife, notAfter)
      )
    // A client whose clock is behind is no reason to fail.
    default: (max(now - Self.day, notBefore), min(now + Self.leafLife, notAfter))
    }
  }

  var keyIdentifier: [UInt8] {
    Array(SubjectKeyIdentifier(hash: Certificate.PrivateKey(key).publicKey).keyIdentifier)
  }

  static func der(_ certificate: Certificate) -> [UInt8] {
    var serializer = DER.Serializer()
    // What was built or parsed can be written.
    guard (try? serializer.serialize(certificate)) != nil else { return [] }
    return serializer.serializedBytes
  }

  private static func short(_ key: P256.Signing.PublicKey) -> String {
    SHA256.hash(data: key.x963Representation).prefix(3).map(hex).joined()
  }

  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return byte < 16 ? "0" + text : text
  }

  static func date(_ seconds: Int) -> Date {
    Date(timeIntervalSince1970: Double(seconds))
  }
}
