import Testing

@testable import UserAgent

@Suite("An address")
struct WebAddressTests {
  @Test(
    "resolves references as RFC 3986 §5.4 has them",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("", "http://a/b/c/d;p?q"),
      ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../../g", "http://a/g"),
      ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("g#s/../x", "http://a/b/c/g#s/../x"),
      ("urn:ietf:x", "urn:ietf:x"), ("app://done#token=1", "app://done#token=1"),
    ])
  func resolve(_ reference: String, _ expected: String) throws {
    let base = try #require(WebAddress("http://a/b/c/d;p?q"))
    #expect(base.resolving(reference)?.description == expected)
  }

  @Test(
    "knows host and port",
    arguments: [
      ("http://127.0.0.1:8400/x", "127.0.0.1", 8400), ("http://[::1]:81", "[::1]", 81),
      ("https://Example.test", "example.test", 443), ("http://a.test", "a.test", 80),
      ("http://a.test?x", "a.test", 80), ("http://a.test:x/", "a.test", 80),
    ])
  func parts(_ text: String, _ host: String, _ port: Int) throws {
    let address = try #require(WebAddress(text))
    #expect(address.host == host && Int(address.port) == port)
  }

  @Test(
    "begins with a scheme (RFC 3986 §3.1)",
    arguments: [
      ("a+b-c.1:x", true), (":x", false), ("x", false), ("é:x", false), ("a_b:x", false),
      ("²:x", false), ("a b:x", false),
    ])
  func scheme(_ text: String, _ isAddress: Bool) {
    #expect((WebAddress(text) != nil) == isAddress)
  }

  @Test(
    "has a path of its own if it is a web address",
    arguments: [
      ("http://a.test", "http://a.test/", true), ("https://a.test?x", "https://a.test/?x", true),
      ("app://a?x", "app://a?x", false), ("HTTP://a.test/", "http://a.test/", true),
    ])
  func path(_ text: String, _ written: String, _ isWeb: Bool) throws {
    let address = try #require(WebAddress(text))
    #expect(address.description == written && address.isWeb == isWeb)
  }

  @Test("tells a page from another: origin and path, not the query")
  func page() throws {
    let page = try #require(WebAddress("http://a.test/x?1"))
    for (other, isSame) in [
      ("http://a.test/x?2#y", true), ("http://a.test/y?1", false), ("https://a.test/x?1", false),
    ] {
      #expect(try page.isSamePage(as: #require(WebAddress(other))) == isSame)
    }
  }

  @Test("knows the scopes and the redirect URI of an authorization request")
  func request() throws {
    let address = try #require(
      WebAddress("http://a.test/?scope=a+b,c&redirect_uri=app%3A%2F%2Fdone"))
    #expect(address.scopes == ["a", "b", "c"] && address.redirectURI?.scheme == "app")
    let plain = try #require(WebAddress("http://a.test/"))
    #expect(plain.scopes.isEmpty && plain.redirectURI == nil)
  }

  @Test(
    "resolves dots at the end, and keeps a query as it is",
    arguments: [
      (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("g/.", "http://a/b/c/g/"),
      ("g/..", "http://a/b/c/"), ("../", "http://a/b/"), ("g?a/../b", "http://a/b/c/g?a/../b"),
      ("g/./h", "http://a/b/c/g/h"), ("/../g", "http://a/g"), ("?", "http://a/b/c/d;p?"),
    ])
  func dots(_ reference: String, _ expected: String) throws {
    let base = try #require(WebAddress("http://a/b/c/d;p?q"))
    #expect(base.resolving(reference)?.description == expected)
  }
}
