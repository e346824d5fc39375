// A CA of our own, what it signs, and where it is kept. It knows no socket and no provider: who asks says for which
// names, and what is to be wrong.
import Crypto
import Encodings
import HTTPMessages
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs certificates for the hosts that are played (RFC 5280).
public struct CertificateAuthority: Sendable {
  let certificate: Certificate
  let key: P256.Signing.PrivateKey
  /// The certificate in PEM, as clients are told to trust it.
  public let pem: String

  static let day = 24 * 60 * 60
  private static let life = 3650 * day
  /// Below what systems take of a leaf at most (398 days, on Apple's).
  private static let leafLife = 90 * day

  /// Makes a new one.
  /// - Parameter now: the wall clock, in seconds since 1970.
  public init(at now: Int, key: P256.Signing.PrivateKey = .init()) throws {
    try self.init(called: "CA", at: now, key)
  }

  private init(called kind: String, at now: Int, _ key: P256.Signing.PrivateKey = .init()) throws {
    let name = try DistinguishedName {
      OrganizationName("Understudy")
      // Of two CAs with one name and different keys a client may try the wrong one.
      CommonName("Understudy test \(kind) \(Self.short(key.publicKey))")
    }
    let signer = Certificate.PrivateKey(key)
    self.init(
      try Certificate(
        version: .v3, serialNumber: .init(), publicKey: signer.publicKey,
        notValidBefore: Self.date(now - Self.day), notValidAfter: Self.date(now + Self.life),
        issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
          Critical(KeyUsage(keyCertSign: true, cRLSign: true))
          SubjectKeyIdentifier(hash: signer.publicKey)
        }, issuerPrivateKey: signer), key: key)
  }

  init(_ certificate: Certificate, key: P256.Signing.PrivateKey) {
    self.certificate = certificate
    self.key = key
    pem = (try? certificate.serializeAsPEM().pemString + "\n") ?? ""
  }

  /// DER of the certificate.
  public var der: [UInt8] { Self.der(certificate) }

  /// Whether a certificate names it as an IP address, and not as a host.
  public static func isAddress(_ name: String) -> Bool { LeafNames.address(name) != nil }

  /// In seconds since 1970.
  public var notAfter: Int { Int(certificate.notValidAfter.timeIntervalSince1970) }

  /// The name that lists of trusted certificates show.
  public var name: String { "Understudy test CA \(Self.short(key.publicKey))" }

  /// SHA-256 of the certificate, in hex with colons, as tools print it.
  public var fingerprint: String {
    SHA256.hash(data: der).map { Self.hex($0).uppercased() }.joined(separator: ":")
  }

  /// A certificate for these names, the first of which people look at.
  /// - Parameter list: where the list of revoked certificates is.
  public func leaf(
    for names: [String], fault: TLSFault? = nil, list: String? = nil, at now: Int
  ) throws -> Leaf {
    let key = P256.Signing.PrivateKey()
    let own = Certificate.PrivateKey(key)
    let signer = try signer(fault, at: now)
    let names = LeafNames(names: fault == .wrongHost ? ["wrong-host.invalid"] : names)
    let subject = try DistinguishedName { CommonName(String(names.first.prefix(64))) }
    let (start, end) = Self.validity(fault, now)
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
    case .untrusted: try CertificateAuthority(at: now)
    // Nobody is ever sent its certificate, so who signed that makes no difference.
    case .missingIntermediate: try CertificateAuthority(called: "intermediate CA", at: now)
    default: self
    }
  }

  /// All leaves that are revoked have this number: which they are is known before any is made.
  static let revokedSerial = Certificate.SerialNumber(bytes: [
    0x52, 0x45, 0x56, 0x4f, 0x4b, 0x45, 0x44,
  ])

  private static func validity(_ fault: TLSFault?, _ now: Int) -> (Int, Int) {
    switch fault {
    case .expired: (now - leafLife, now - day)
    case .notYetValid: (now + leafLife, now + 2 * leafLife)
    // A client whose clock is behind is no reason to fail.
    default: (now - day, now + leafLife)
    }
  }

  private var keyIdentifier: [UInt8] {
    Array(SubjectKeyIdentifier(hash: Certificate.PrivateKey(key).publicKey).keyIdentifier)
  }

  private static func der(_ certificate: Certificate) -> [UInt8] {
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

  private static func date(_ seconds: Int) -> Date {
    Date(timeIntervalSince1970: Double(seconds))
  }
}
