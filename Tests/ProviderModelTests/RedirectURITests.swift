import Testing

@testable import ProviderModel

@Suite("Redirect URIs")
struct RedirectURITests {
  @Test(
    "the table of Instagram's documentation",
    arguments: [
      ("http://yourcallback.com/", "http://yourcallback.com/", true),
      ("http://yourcallback.com/", "http://yourcallback.com/?this=that", true),
      ("http://yourcallback.com/?this=that", "http://yourcallback.com/", false),
      (
        "http://yourcallback.com/?this=that", "http://yourcallback.com/?this=that&another=true",
        true
      ),
      (
        "http://yourcallback.com/?this=that", "http://yourcallback.com/?another=true&this=that",
        false
      ),
      ("http://yourcallback.com/callback", "http://yourcallback.com/", false),
      ("http://yourcallback.com/callback", "http://yourcallback.com/callback?type=mobile", true),
    ])
  func appended(registered: String, sent: String, valid: Bool) {
    let rule = RedirectRule(match: .append)
    #expect(RedirectURI.matches(sent, registered: registered, rule) == valid)
  }

  @Test("schemes that run code are never redirected to")
  func forbidden() {
    for uri in ["javascript:alert(1)", "DATA:text/html,x", "//x", "", "http://a/\r\nx"] {
      #expect(RedirectURI.isForbidden(uri))
    }
    #expect(!RedirectURI.isForbidden("urn:ietf:wg:oauth:2.0:oob"))
  }

  @Test(
    "schemes that a browser or the operating system obeys are refused, in any case",
    arguments: [
      "about", "blob", "data", "feed", "file", "filesystem", "jar", "javascript", "search-ms",
      "vbscript", "view-source", "ms-msdt", "ms-word", "ms-settings", "ms-",
    ])
  func schemes(_ scheme: String) {
    for name in [scheme, scheme.uppercased(), scheme.prefix(1).uppercased() + scheme.dropFirst()] {
      #expect(RedirectURI.flaw(of: "\(name):x") == .scheme(scheme))
      #expect(RedirectURI.flaw(of: "\(name)://a.example/") == .scheme(scheme))
      #expect(
        !RedirectURI.matches("\(name):x", registered: "\(name):x", RedirectRule(match: .exact)))
    }
  }

  @Test(
    "schemes of apps are no such schemes",
    arguments: [
      "msauth.com.example://auth", "msal1://auth", "com.example.feed:/cb", "datax:/cb",
      "x-ms-app:/cb",
    ])
  func appSchemes(_ uri: String) { #expect(RedirectURI.flaw(of: uri) == nil) }

  @Test(
    "a scheme is what RFC 3986 §3.1 calls one, byte by byte",
    arguments: [
      // The colon and its accent are one character to Swift, and end a scheme for every browser.
      "javascript:\u{301}alert(1)//:", "data:\u{301}text/html,x//:", "java\u{AD}script:alert(1)",
      " javascript:alert(1)", "1x:y", "a_b:c", "a b:c", "é:x", "\u{212A}:x", "-a:b", ":x", "x",
    ])
  func scheme(_ uri: String) {
    #expect(RedirectURI.isForbidden(uri))
  }

  @Test(
    "schemes of apps may be redirected to",
    arguments: ["com.example.app:/cb", "a+b-c.1:x", "HTTPS://a/cb", "ncipapp://x"])
  func apps(_ uri: String) {
    #expect(!RedirectURI.isForbidden(uri))
  }

  @Test(
    "what is only canonically equivalent is another URI",
    arguments: [
      ("https://a.test/K", "https://a.test/\u{212A}"),
      ("https://K.test/", "https://\u{212A}.test/"),
      ("https://a.test/\u{E9}", "https://a.test/e\u{301}"),
      ("https://a.test/?k=K", "https://a.test/?k=\u{212A}"),
      ("https://a.test/cb", "https://a.test/cb#\u{301}"),
    ])
  func equivalent(_ registered: String, _ sent: String) {
    let anyQuery = [RedirectRule.Match.path, .below]
    for match in RedirectRule.Match.allCases
    where match != .host && (!anyQuery.contains(match) || !sent.contains("?")) {
      let rule = RedirectRule(match: match)
      #expect(RedirectURI.matches(registered, registered: registered, rule))
      #expect(!RedirectURI.matches(sent, registered: registered, rule), "\(match)")
    }
    #expect(!RedirectURI.sameHost("https://K.test/", "https://\u{212A}.test/"))
  }
}
