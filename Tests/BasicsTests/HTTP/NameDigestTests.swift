import Basics
import Testing

@Suite("The digests of names")
struct NameDigestTests {
  private static let names = [
    "", "a", "é", "code", "state", "scope", "client_id", "client_secret", "redirect_uri",
    String(repeating: "x", count: 300),
  ]

  @Test(
    "contain the digest of each of their names, so that no parameter is overlooked",
    arguments: names)
  func contained(_ name: String) {
    let parameters = Self.names.map { Parameters.Parameter($0, "") }
    #expect(NameDigest.Union(of: parameters).contains(NameDigest(name)))
    #expect(NameDigest.Union(of: [.init(name, "")]).contains(NameDigest(name)))
  }

  @Test("tell most names apart, so that few texts are compared")
  func apart() {
    let digests = Self.names.map(NameDigest.init)
    let equal = digests.filter { digest in digests.count { $0 == digest } > 1 }
    #expect(equal.count < digests.count / 2)
    #expect(!NameDigest.Union(of: []).contains(NameDigest("code")))
  }
}
