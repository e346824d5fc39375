import Basics
import Crypto
import Testing
import X509

@testable import Certificates

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
    #expect(start < end)
    guard isOurs else { return }
    #expect(
      start >= authority.notBefore && end <= authority.notAfter, "a leaf's life lies in its CA's")
  }

  @Test("is valid within the CA's life, however little of that is left")
  func lives() throws {
    let authority = try CertificateAuthority(at: noon)
    #expect(authority.notAfter - authority.notBefore == 365 * 86_400, "a CA is valid for a year")
    let late = authority.notAfter - 10 * 86_400
    for fault in [nil, TLSFault.expired, .notYetValid, .wrongHost, .revoked] {
      let made = try certificate(authority.leaf(for: ["a.test"], fault: fault, at: late))
      let start = Int(made.notValidBefore.timeIntervalSince1970)
      let end = Int(made.notValidAfter.timeIntervalSince1970)
      #expect(start < end && start >= authority.notBefore && end <= authority.notAfter)
      #expect((end < late) == (fault == .expired) && (start > late) == (fault == .notYetValid))
    }
  }

  @Test("shows people its first host, but no address, which clients would take for a host")
  func commonName() throws {
    let authority = try CertificateAuthority(at: noon)
    func subject(_ names: [String]) throws -> String {
      try certificate(authority.leaf(for: names, at: noon)).subject.description
    }
    #expect(try subject(["a.test", "127.0.0.1"]) == "CN=a.test")
    #expect(try subject(["127.0.0.1", "a.test"]) == "CN=Understudy test server")
  }

  @Test(
    "for another host is for one that the CA may sign for, so that nothing else is wrong with it")
  func wrongHost() throws {
    let authority = try CertificateAuthority(at: noon)
    let made = try certificate(authority.leaf(for: ["a.test"], fault: .wrongHost, at: noon))
    let name = try #require(try names(made).first)
    #expect(name != "a.test" && authority.permitted.permits(name))
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
