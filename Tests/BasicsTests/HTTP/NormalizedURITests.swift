import Basics
import Testing

@Suite("The normalized place of a URI")
struct NormalizedURITests {
  @Test(
    "is the same for addresses that mean the same",
    arguments: [
      ("HTTP://Example.COM/a", "http://example.com/a"),
      ("http://example.com", "http://example.com/"),
      ("http://example.com:80/", "http://example.com/"),
      ("https://example.com:443/", "https://example.com/"),
      ("http://example.com:/", "http://example.com/"),
      ("http://example.com:8080/", "http://example.com:8080/"),
      ("https://example.com:80/", "https://example.com:80/"),
      ("http://[::1]:80/a", "http://[::1]/a"), ("http://[FE80::1]:8080/", "http://[fe80::1]:8080/"),
      ("http://example.com/%7Ea%2fb", "http://example.com/~a%2Fb"),
      ("http://example.com/a%zz%4", "http://example.com/a%zz%4"),
      ("http://example.com/é", "http://example.com/%C3%A9"),
      ("http://ex%41mple.com/", "http://example.com/"),
      ("http://example.com/a/./b/../c", "http://example.com/a/c"),
      ("http://example.com/../a", "http://example.com/a"),
      ("http://example.com/a/..", "http://example.com/"),
      ("http://example.com/a/.", "http://example.com/a/"),
      ("http://example.com/a/%2E%2e/b", "http://example.com/b"),
      ("http://example.com/a//b/", "http://example.com/a//b/"),
      ("http://example.com/a?b=c#d", "http://example.com/a"),
      ("http://U@example.com/", "http://U@example.com/"), ("/a", "://" + "/a"), ("", ":///"),
    ])
  func place(_ uri: String, _ normalized: String) {
    #expect(URIReference(uri).normalizedPlace == normalized)
  }

  @Test("takes time in proportion to the length")
  func long() {
    let path = String(repeating: "/a/..", count: 20_000)
    #expect(URIReference("http://a\(path)").normalizedPlace == "http://a/")
  }
}
