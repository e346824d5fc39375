import Testing

@testable import ProviderModel

/// What somebody is told who compares a redirect URI with the registered ones by eye.
@Suite("The difference between redirect URIs")
struct RedirectDifferenceTests {
  @Test(
    "is named if it is a single one",
    arguments: [
      ("https://127.0.0.1:3000/cb", "the scheme is https, not http"),
      ("http://localhost:3000/cb", "the host is localhost, not 127.0.0.1"),
      ("http://127.0.0.1:8080/cb", "the port is 8080, not 3000"),
      ("http://127.0.0.1/cb", "the port is missing, not 3000"),
      ("http://127.0.0.1:3000/cb/", "it ends with a slash"),
      ("http://127.0.0.1:3000/CB", "its path differs in upper and lower case"),
      ("http://127.0.0.1:3000/callback", "the path is /callback, not /cb"),
      ("http://127.0.0.1:3000", "the path is missing, not /cb"),
      ("http://127.0.0.1:3000/cb?a=b", "no query is registered"),
      ("http://127.0.0.1:3000/cb#", "a redirect URI has no fragment (RFC 6749 §3.1.2)"),
      ("http%3A%2F%2F127.0.0.1%3A3000%2Fcb", "it is percent-encoded twice"),
      (" http://127.0.0.1:3000/cb", "there is white space around it"),
      ("https://127.0.0.1:3000/callback", nil),
      ("https://app.example/done", "the slash at the end is missing"),
      ("https://app.example/done/?", "no query is registered"),
      ("https://other.example/cb", nil),
    ] as [(String, String?)])
  func single(_ sent: String, _ words: String?) {
    let registered = ["http://127.0.0.1:3000/cb", "https://app.example/done/"]
    #expect(RedirectURI.difference(of: sent, from: registered, RedirectRule()) == words)
  }

  @Test("a query that is registered is named")
  func query() {
    let registered = ["https://app.example/cb?a=1"]
    func difference(_ sent: String) -> String? {
      RedirectURI.difference(of: sent, from: registered, RedirectRule())
    }
    #expect(difference("https://app.example/cb") == "the query is missing, not ?a=1")
    #expect(difference("https://app.example/cb?a=2") == "the query is ?a=2, not ?a=1")
  }

  @Test("a port that does not count is none")
  func loopback() {
    var rule = RedirectRule()
    rule.anyLoopbackPort = true
    let words = RedirectURI.difference(
      of: "http://127.0.0.1:5000/other", from: ["http://127.0.0.1/cb"], rule)
    #expect(words == "the path is /other, not /cb")
  }
}
