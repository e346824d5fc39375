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
    let rule = Provider.RedirectRule(match: .append)
    #expect(RedirectURI.matches(sent, registered: registered, rule) == valid)
  }

  @Test("schemes that run code are never redirected to")
  func forbidden() {
    for uri in ["javascript:alert(1)", "DATA:text/html,x", "//x", "", "http://a/\r\nx"] {
      #expect(RedirectURI.isForbidden(uri))
    }
    #expect(!RedirectURI.isForbidden("urn:ietf:wg:oauth:2.0:oob"))
  }
}
