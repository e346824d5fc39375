import Crypto
import SwiftASN1
import Testing
import X509

@testable import Certificates

@Suite("The names that a CA may sign for")
struct PermittedNamesTests {
  private let names = PermittedNames([
    "oauth.vk.com", "{name}.B2Clogin.com", "a-{x}.{y}.example.org", "10.1.2.3", "2001:db8::1",
  ])

  @Test("are in a critical extension of its certificate, with exactly these bytes")
  func bytes() throws {
    let authority = try CertificateAuthority(at: noon, permitting: PermittedNames(["a.bc"]))
    let found = try #require(authority.certificate.extensions[oid: [2, 5, 29, 30]])
    #expect(found.critical)
    func tree(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0x30, UInt8(content.count + 2), tag, UInt8(content.count)] + content
    }
    let domains = ["a.bc", "localhost", "test"].flatMap { tree(0x82, Array($0.utf8)) }
    let four = tree(0x87, [127, 0, 0, 0, 255, 0, 0, 0])
    let six = tree(
      0x87, [UInt8](repeating: 0, count: 15) + [1] + [UInt8](repeating: 255, count: 16))
    let trees = domains + four + six
    // A sequence of permitted subtrees, and no excluded ones.
    #expect(
      Array(found.value) == [0x30, UInt8(trees.count + 2), 0xA0, UInt8(trees.count)] + trees)
  }

  @Test("are read from it as they were")
  func reading() throws {
    let authority = try CertificateAuthority(at: noon, permitting: names)
    #expect(PermittedNames(try Certificate(derEncoded: authority.der)) == names)
  }

  @Test(
    "permit a host, what is below it, and the domain of a pattern",
    arguments: [
      "oauth.vk.com", "a.oauth.vk.com", "OAuth.VK.com", "tenant.b2clogin.com", "b2clogin.com",
      "a-1.b.example.org", "localhost", "expired.localhost", "standard.test", "test", "127.0.0.1",
      "127.255.255.255", "::1", "[::1]", "10.1.2.3", "2001:db8::1",
    ])
  func permitted(_ host: String) {
    #expect(names.permits(host))
  }

  @Test(
    "permit nothing else: no lookalike, no neighbour, no domain above",
    arguments: [
      "vk.com", "login.vk.com", "xoauth.vk.com", "oauth.vk.com.evil.example", "b2clogin.com.evil",
      "xb2clogin.com", "org", "com", "", "notlocalhost", "localhost.evil", "contest",
      "oauth.vk.com.",
      "128.0.0.1", "126.255.255.255", "::2", "::", "0.0.0.0", "10.1.2.4", "2001:db8::2",
      "::ffff:127.0.0.1",
    ])
  func others(_ host: String) {
    #expect(!names.permits(host))
  }

  @Test("leave out what no certificate can limit a CA to")
  func unusable() {
    let wide = PermittedNames([
      "", "{any}", "a.{any}", "*", "a b.example", "a..example", ".example", "0.0.0.0", "::",
      String(repeating: "a", count: 64) + ".example",
      Array(repeating: "abc", count: 64).joined(separator: "."), "b\u{FC}cher.example",
    ])
    #expect(wide == PermittedNames())
    #expect(wide.text == "localhost, test and all names below them, 127.0.0.0/8, ::1")
  }

  @Test("stand there once: none is below another")
  func minimal() {
    let names = PermittedNames([
      "www.instagram.com", "instagram.com", "standard.test", "a.localhost", "127.0.0.5", "10.0.0.1",
      "10.0.0.1",
    ])
    #expect(names.domains == ["instagram.com", "localhost", "test"])
    #expect(
      names.text
        == "instagram.com, localhost, test and all names below them, 127.0.0.0/8, ::1, 10.0.0.1")
  }

  @Test("are joined, and compared by what they permit")
  func union() {
    let (first, second) = (
      PermittedNames(["a.example"]), PermittedNames(["b.a.example", "10.0.0.1"])
    )
    #expect(second.missing(in: first) == ["10.0.0.1"])
    #expect(first.missing(in: second) == ["a.example"])
    let both = first.union(second)
    #expect(first.missing(in: both).isEmpty && second.missing(in: both).isEmpty)
    #expect(both.domains == ["a.example", "localhost", "test"])
  }

  @Test("are none where the extension is missing, is not critical, or leaves a kind of name open")
  func unbounded() throws {
    let domain = ["a.example"]
    let range = [ASN1OctetString(contentBytes: [10, 0, 0, 0, 255, 0, 0, 0])]
    func read(_ constraints: Certificate.Extension?) throws -> PermittedNames? {
      let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
      let name = try DistinguishedName { CommonName("someone's") }
      return PermittedNames(
        try Certificate(
          version: .v3, serialNumber: .init(), publicKey: key.publicKey,
          notValidBefore: .distantPast,
          notValidAfter: .distantFuture, issuer: name, subject: name,
          signatureAlgorithm: .ecdsaWithSHA256,
          extensions: try Certificate.Extensions(constraints.map { [$0] } ?? []),
          issuerPrivateKey: key))
    }
    func made(_ constraints: NameConstraints, critical: Bool = true) throws -> Certificate.Extension
    {
      try Certificate.Extension(constraints, critical: critical)
    }
    let both = NameConstraints(permittedDNSDomains: domain, permittedIPRanges: range)
    #expect(try read(made(both))?.domains == domain)
    #expect(try read(nil) == nil)
    #expect(try read(made(both, critical: false)) == nil)
    #expect(try read(made(NameConstraints(permittedDNSDomains: domain))) == nil)
    #expect(try read(made(NameConstraints(permittedIPRanges: range))) == nil)
    let single = [ASN1OctetString(contentBytes: [127, 0, 0, 0, 255, 255, 255, 255])]
    let narrow = try #require(
      try read(made(NameConstraints(permittedDNSDomains: domain, permittedIPRanges: single))))
    #expect(
      PermittedNames().missing(in: narrow) == ["localhost", "test", "127.0.0.0/8", "::1"],
      "a range is not in one of its addresses")
    let open = NameConstraints(permittedDNSDomains: domain + [""], permittedIPRanges: range)
    #expect(try read(made(open)) == nil)
  }
}
