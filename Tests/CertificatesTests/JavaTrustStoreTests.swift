import Crypto
import Testing

@testable import Certificates

@Suite("A trust store for Java")
struct JavaTrustStoreTests {
  @Test("is written as Java writes one, with the digest that it looks for")
  func bytes() {
    let store = JavaTrustStore.bytes([(name: "ab", der: [1, 2, 3])], at: 1)
    let body: [UInt8] =
      [0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2, 0, 0, 0, 1]
      + [0, 0, 0, 2, 0, 2] + Array("ab".utf8) + [0, 0, 0, 0, 0, 0, 0x03, 0xE8]
      + [0, 5] + Array("X.509".utf8) + [0, 0, 0, 3, 1, 2, 3]
    #expect(Array(store.dropLast(20)) == body)
    var digest = Insecure.SHA1()
    digest.update(data: "changeit".utf8.flatMap { [0, $0] })
    digest.update(data: Array("Mighty Aphrodite".utf8) + body)
    #expect(Array(store.suffix(20)) == Array(digest.finalize()))
  }

  @Test("finds the certificates of a file, whatever stands between them")
  func pem() throws {
    let authority = try CertificateAuthority(at: noon)
    let text = "# first\n\(authority.pem)\n# second\n\(authority.pem)"
    #expect(JavaTrustStore.certificates(pem: text) == [authority.der, authority.der])
    #expect(JavaTrustStore.certificates(pem: "nothing").isEmpty)
  }
}
