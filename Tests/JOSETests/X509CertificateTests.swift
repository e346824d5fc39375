import Basics
import Testing

@testable import JOSE

/// Certificates of others (RFC 5280).
@Suite("A certificate")
struct X509CertificateTests {
  /// RSA, self-signed, made by OpenSSL: `CN=rsa.test` with two alternative names.
  private static let pem = """
    -----BEGIN CERTIFICATE-----
    MIIDiDCCAnCgAwIBAgIUExyDySUsWB5+FS/KdCdF8RfPoQkwDQYJKoZIhvcNAQEL
    BQAwNTELMAkGA1UEBhMCR0IxEzARBgNVBAoMClVuZGVyc3R1ZHkxETAPBgNVBAMM
    CHJzYS50ZXN0MCAXDTI2MTEyNTIyNTYyMVoYDzIxMjYxMTAxMjI1NjIxWjA1MQsw
    CQYDVQQGEwJHQjETMBEGA1UECgwKVW5kZXJzdHVkeTERMA8GA1UEAwwIcnNhLnRl
    c3QwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDBFTQh23vEBr+catyZ
    +V20mtSCIhz8g+YdBaeDsWzB8S4eAV4YW4tOwLdra8yHynGJP5SkEP6ZBpwiTBtc
    RRWaozqv4sXTumnxfD0pQFVdPeRy/BVOYrijWBYIHEbtxCuzKVRkZc+ATDvKjMSK
    R2D+igL0fSJ7kWUW7rI++IDz+zacQQ/ofuOqoTDE6QilXhdj9WxWNS62zbb0mpZY
    aYrNo/tJUsK93uGu7+Hzm36GNDtJB5TjbeUtorIWY67uWVtHt6clYMiFrmyRTUrf
    PNQh+KAOoLoo3Vzk+U+SVnCSaltTmy4gxBJR6ClC4ZUYDObnKm7hZMHgh/x31JqH
    N3szAgMBAAGjgY0wgYowHQYDVR0OBBYEFIK2+2FFQLmku4X5rqEhracVTeB6MB8G
    A1UdIwQYMBaAFIK2+2FFQLmku4X5rqEhracVTeB6MA8GA1UdEwEB/wQFMAMBAf8w
    NwYDVR0RBDAwLoIIcnNhLnRlc3SBCmFAcnNhLnRlc3SHBAoAAAGHEP6AAAAAAAAA
    AAAAAAAAAAEwDQYJKoZIhvcNAQELBQADggEBAGb5ly1OkScjB+BVb0ruxPcou9nX
    /pRPlSp0oQi2lqhZpOmNEAXoJ54qIUKM6Nbr8oiZwiMjDZg5XkdM+XX7q+oHnudi
    djX6SsjxGuwRwhGmfYNOYZh3euFj4V5XMxV66/pZ4QHmoBZYz1QTdahSY6kuPsQH
    6ADA+pBIRc+NuSSv8tLF4PqdYvQL3ZNYv/M/uyhxVAzMnUKelNejVpEoefboeRPK
    tuBEHvzpyHEV2Eg3w7tc/nK4R1XqM0PcSfqE3N9SqUBynqJU4K0VYlBH5vWQb0cD
    g5wdWrAGHDR7/FohpQKD3WOrBTceSklzjRbBFT6lXDgfocARzDlIR2YesdU=
    -----END CERTIFICATE-----
    """

  private func certificate() throws -> X509Certificate {
    try #require(try X509Certificate.list(pem: Self.pem).first)
  }

  @Test("gives its names, its times and its thumbprints, as OpenSSL does")
  func read() throws {
    let certificate = try certificate()
    #expect(certificate.subject == "CN=rsa.test,O=Understudy,C=GB")
    #expect(certificate.thumbprint == "FVy_FEnDLDVAkI-GAaOHDAP_DLjH-C8ikDdZjvS3sYw")
    #expect(certificate.notBefore == 1_795_647_381 && certificate.notAfter == 4_949_247_381)
    #expect(certificate.names(.dns) == ["rsa.test"] && certificate.names(.email) == ["a@rsa.test"])
    #expect(certificate.names(.uri) == [] && certificate.names(.ip) == ["10.0.0.1", "fe80::1"])
    #expect(certificate.isSelfSigned && certificate.isAuthority && certificate.isForClients)
    #expect(certificate.keyThumbprint?.count == 43)
    #expect(certificate.hasSubject("cn=RSA.test, O=understudy , C=gb"))
  }

  @Test("is none if a byte is missing, or if it is too long")
  func unreadable() throws {
    let der = try certificate().der
    for count in [0, 1, 4, der.count / 2, der.count - 1] {
      #expect(X509Certificate(der: Array(der.prefix(count))) == nil)
    }
    #expect(X509Certificate(der: der + [0]) == nil)
    #expect(X509Certificate(der: der + [UInt8](repeating: 0, count: X509Certificate.most)) == nil)
    // Deeply nested sequences.
    #expect(X509Certificate(der: [UInt8](repeating: 0x30, count: X509Certificate.most)) == nil)
  }

  @Test("with one bit changed is never a trap, and not signed by itself")
  func bits() throws {
    let whole = try certificate()
    let der = whole.der
    for place in stride(from: 0, to: der.count, by: 3) {
      var changed = der
      changed[place] ^= 1 << (place % 8)
      guard let read = X509Certificate(der: changed) else { continue }
      _ = (read.subject, read.issuer, read.isForClients, read.isAuthority, read.notAfter)
      _ = SubjectNameKind.allCases.map { read.names($0) }
      #expect(!read.isSelfSigned || read == whole, "\(place)")
    }
  }

  @Test("in PEM may stand beside others, and nothing else may")
  func pem() throws {
    #expect(try X509Certificate.list(pem: Self.pem + "\n" + Self.pem).count == 2)
    for (text, word) in [
      ("", "BEGIN CERTIFICATE"), ("x", "BEGIN CERTIFICATE"),
      ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "found PUBLIC KEY"),
      ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "X.509"),
    ] {
      let error = #expect(throws: KeyError.self) { try X509Certificate.list(pem: text) }
      #expect(error?.sentence.contains(word) == true, "\(text)")
    }
  }
}
