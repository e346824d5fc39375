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
      ("https://Example.test", "example.test", 443),
    ])
  func parts(_ text: String, _ host: String, _ port: Int) throws {
    let address = try #require(WebAddress(text))
    #expect(address.host == host && Int(address.port) == port)
  }
}
