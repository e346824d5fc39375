import Crypto
import HTTPMessages
import Testing
import X509

@testable import CertificateAuthority

let noon = 1_800_000_000

@Suite("A certificate of our own")
struct CertificateAuthorityTests {
  private func certificate(_ leaf: Leaf) throws -> Certificate {
    try Certificate(derEncoded: leaf.certificate)
  }

  private func names(_ certificate: Certificate) throws -> [String] {
    try #require(try certificate.extensions.subjectAlternativeNames).map {
      switch $0 {
      case .dnsName(let name): name
      case .ipAddress(let address): address.bytes.map(String.init).joined(separator: ".")
      default: "?"
      }
    }
  }

  private func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool {
    issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
  }

  @Test("is signed by the CA, for these names and addresses, and for servers only")
  func usual() throws {
    let authority = try CertificateAuthority(at: noon)
    let leaf = try authority.leaf(for: ["oauth.vk.com", "127.0.0.1", "[::1]"], at: noon)
    let made = try certificate(leaf)
    #expect(isSigned(made, by: authority.certificate))
    #expect(made.issuer == authority.certificate.subject)
    let last = "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1"
    #expect(try names(made) == ["oauth.vk.com", "127.0.0.1", last])
    #expect(try made.extensions.basicConstraints == .notCertificateAuthority)
    let usage = try #require(try made.extensions.extendedKeyUsage)
    #expect(usage.contains(.serverAuth) && usage.count == 1)
    #expect(made.notValidBefore.timeIntervalSince1970 < Double(noon))
    #expect(Int(made.notValidAfter.timeIntervalSince1970) == leaf.notAfter)
    // What Apple's systems take at most, in days.
    #expect(leaf.notAfter - noon < 398 * 86_400)
    let key = try P256.Signing.PrivateKey(derRepresentation: leaf.key)
    #expect(made.publicKey == Certificate.PublicKey(key.publicKey))
  }

  @Test("has wrong what it is asked to have wrong, and nothing else", arguments: TLSFault.allCases)
  func faults(_ fault: TLSFault) throws {
    let authority = try CertificateAuthority(at: noon)
    let list = "http://127.0.0.1:8400/ca.crl"
    let made = try certificate(
      authority.leaf(for: ["a.example"], fault: fault, list: list, at: noon))
    let start = Int(made.notValidBefore.timeIntervalSince1970)
    let end = Int(made.notValidAfter.timeIntervalSince1970)
    #expect((end < noon) == (fault == .expired))
    #expect((start > noon) == (fault == .notYetValid))
    #expect(try (names(made) == ["a.example"]) == (fault != .wrongHost))
    #expect((made.issuer == made.subject) == (fault == .selfSigned))
    let isOurs = ![.selfSigned, .untrusted, .missingIntermediate].contains(fault)
    #expect(isSigned(made, by: authority.certificate) == isOurs)
    #expect(
      (made.serialNumber == CertificateAuthority.revokedSerial) == (fault == .revoked))
    #expect((made.extensions[oid: [2, 5, 29, 31]] != nil) == (fault == .revoked))
  }

  @Test("a list of revoked ones names the one number that they have, and is signed")
  func list() throws {
    let authority = try CertificateAuthority(at: noon)
    let list = try authority.revocationList(at: noon)
    let serial = Array(CertificateAuthority.revokedSerial.bytes)
    #expect(list.indices.contains { list[$0...].starts(with: serial) })
    // The outer sequence holds the list, whose length is in the two bytes behind its tag, and then the signature.
    #expect(list.first == 0x30 && list.count > 150)
  }

  @Test("a fault has a name below localhost")
  func hosts() {
    #expect(TLSFault(host: "wrong-host.localhost") == .wrongHost)
    #expect(TLSFault(host: "vk.localhost") == nil)
    #expect(TLSFault(host: "expired") == nil)
    for fault in TLSFault.allCases { #expect(TLSFault(host: fault.host) == fault) }
  }
}
