import Basics
import Testing

@Suite("The host of a URI")
struct URIReferenceTests {
  @Test(
    "has no user name and no port, and is in small letters",
    arguments: [
      ("https://App.example:8443/x", "app.example"), ("https://app.example?x", "app.example"),
      ("http://localhost:x@evil.example/cb", "evil.example"),
      ("http://a@localhost@evil.example:80/", "evil.example"), ("https://[::1]:80/x", "[::1]"),
      ("https://u@[FE80::1]", "[fe80::1]"),
    ])
  func host(_ uri: String, _ host: String) { #expect(URIReference(uri).host == host) }

  @Test(
    "is missing where nothing or an open bracket stands in its place",
    arguments: [
      "http://:80/cb", "https:///x", "https://[::1/x", "https://u@/x", "app:/cb", "", "urn:a:b",
    ])
  func missing(_ uri: String) { #expect(URIReference(uri).host == nil) }
}

@Suite("A media type")
struct MediaTypeTests {
  @Test("is in small letters, without parameters and blanks")
  func parts() {
    let headers: Headers = [.contentType: " Application/JSON ; charset=utf-8"]
    #expect(headers.mediaType == "application/json")
    #expect(Headers().mediaType.isEmpty)
    #expect(Headers.mediaType(";x"[...]).isEmpty)
  }
}
