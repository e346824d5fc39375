import Testing

@testable import ProviderModel

@Suite("Redirect URIs, rule by rule")
struct RedirectRuleTests {
  private func rule(
    _ match: RedirectRule.Match, anyPort: Bool = false
  ) -> RedirectRule {
    var rule = RedirectRule()
    rule.match = match
    rule.anyLoopbackPort = anyPort
    return rule
  }

  @Test(
    "Instagram lets a query be added to at its end, by its own table",
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
      ("http://yourcallback.com/?this=that", "http://yourcallback.com/?this=thatandmore", false),
    ] as [(String, String, Bool)])
  func append(_ registered: String, _ sent: String, _ valid: Bool) {
    #expect(RedirectURI.matches(sent, registered: registered, rule(.append)) == valid)
  }

  @Test(
    "VK compares up to the path",
    arguments: [
      ("https://a.test/cb", "https://a.test/cb?x=1", true),
      ("https://a.test/cb?y=2", "https://a.test/cb?x=1", true),
      ("https://a.test/cb", "https://a.test/cb/", false),
      ("https://a.test/cb", "https://a.test/cb/more", false),
      ("https://a.test/cb", "https://b.test/cb", false),
      ("https://a.test/cb", "https://a.test:444/cb", false),
      ("https://a.test/cb", "http://a.test/cb", false),
      ("https://a.test/cb", "https://a.test@b.test/cb", false),
      ("https://a.test/cb", "https://a.test/cb#x", false),
      ("https://a.test/cb", "https://a.test/CB", false),
    ] as [(String, String, Bool)])
  func path(_ registered: String, _ sent: String, _ valid: Bool) {
    #expect(RedirectURI.matches(sent, registered: registered, rule(.path)) == valid)
  }

  @Test(
    "an exact rule takes no more and no less",
    arguments: [
      ("https://a.test/cb", "https://a.test/cb", true),
      ("https://a.test/cb", "https://a.test/cb?", false),
      ("https://a.test/cb", "https://A.test/cb", false),
      ("https://a.test", "https://a.test/", false),
      ("https://a.test/cb?x=1", "https://a.test/cb?x=1", true),
      ("https://a.test/cb?x=1", "https://a.test/cb?x=2", false),
      ("nsscreencast://instagram_callback", "nsscreencast://instagram_callback", true),
      ("com.example.app:/cb", "com.example.app:/cb", true),
      ("com.example.app:/cb", "com.example.app://cb", false),
      ("urn:ietf:wg:oauth:2.0:oob", "urn:ietf:wg:oauth:2.0:oob", true),
    ] as [(String, String, Bool)])
  func exact(_ registered: String, _ sent: String, _ valid: Bool) {
    #expect(RedirectURI.matches(sent, registered: registered, rule(.exact)) == valid)
  }

  @Test(
    "the port at localhost is free only by a switch of its own",
    arguments: [
      ("http://localhost/cb", "http://localhost:51004/cb", false, true, true),
      ("http://localhost", "http://localhost:51004", false, true, true),
      ("http://localhost/cb", "http://localhost:51004/cb", true, false, false),
      ("http://localhost/cb", "http://localhost:51004/other", false, true, false),
      ("http://localhost/cb", "http://localhost:x/cb", false, true, false),
      ("http://localhost/cb", "http://localhost.evil.test:1/cb", false, true, false),
      ("http://localhost/cb", "https://localhost:51004/cb", false, true, false),
      ("http://localhost/cb", "http://127.0.0.1:51004/cb", true, true, false),
      ("http://127.0.0.1/cb", "http://127.0.0.1:51004/cb", false, true, false),
      ("http://127.0.0.1/cb", "http://127.0.0.1:51004/cb", true, true, true),
    ] as [(String, String, Bool, Bool, Bool)])
  func localhost(
    _ registered: String, _ sent: String, _ anyLoopback: Bool, _ anyLocalhost: Bool, _ valid: Bool
  ) {
    var rule = rule(.exact, anyPort: anyLoopback)
    rule.anyLocalhostPort = anyLocalhost
    #expect(RedirectURI.matches(sent, registered: registered, rule) == valid)
  }

  @Test(
    "a native app chooses its port on the loopback, and nothing else",
    arguments: [
      ("http://127.0.0.1/cb", "http://127.0.0.1:51004/cb", true),
      ("http://[::1]/cb", "http://[::1]:51004/cb", true),
      ("http://127.0.0.1/cb", "http://127.0.0.1/cb", true),
      ("http://127.0.0.1/cb", "http://127.0.0.1:51004/other", false),
      ("http://127.0.0.1/cb", "https://127.0.0.1:51004/cb", false),
      ("http://127.0.0.1/cb", "http://127.0.0.1:/cb", false),
      ("http://127.0.0.1/cb", "http://127.0.0.1:99999/cb", false),
      ("http://127.0.0.1/cb", "http://127.0.0.1:+80/cb", false),
      ("http://127.0.0.1/cb", "http://127.0.0.1.evil.test/cb", false),
      ("http://127.0.0.1/cb", "http://127.0.0.1:80@evil.test/cb", false),
      ("http://127.0.0.1/cb", "http://[::1]:80/cb", false),
      ("http://localhost/cb", "http://localhost:80/cb", false),
    ] as [(String, String, Bool)])
  func loopback(_ registered: String, _ sent: String, _ valid: Bool) {
    #expect(
      RedirectURI.matches(sent, registered: registered, rule(.exact, anyPort: true)) == valid)
  }

  @Test("without that rule the port counts")
  func port() {
    #expect(
      !RedirectURI.matches(
        "http://127.0.0.1:1/cb", registered: "http://127.0.0.1/cb", rule(.exact)))
  }

  @Test(
    "what would run code, or is no URI, is never redirected to",
    arguments: [
      "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x", "blob:x",
      "file:///etc/passwd", "about:blank", "", ":", "://a.test", "/cb", "a.test/cb",
      "1a:b", " javascript:x", "https://a.test/\r\nX: y", "https://a.test/\0", "java\tscript:x",
      "https://a.test/\u{7F}",
    ])
  func forbidden(_ uri: String) {
    #expect(RedirectURI.isForbidden(uri))
    #expect(!RedirectURI.matches(uri, registered: uri, rule(.exact)))
  }

  @Test(
    "an app's own scheme is fine",
    arguments: ["https://a.test/cb", "ncipapp://user_agent_flow", "com.example.app:/cb", "x:"])
  func allowed(_ uri: String) {
    #expect(!RedirectURI.isForbidden(uri))
  }

  @Test("hosts are compared with their ports")
  func hosts() {
    #expect(RedirectURI.sameHost("https://a.test/x", "http://a.test/y?z"))
    #expect(!RedirectURI.sameHost("https://a.test:1/x", "https://a.test/x"))
  }
}
