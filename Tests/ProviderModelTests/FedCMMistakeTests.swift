import Basics
import Testing

@testable import ProviderModel

/// The parts of a FedCM identity provider need each other.
@Suite("FedCM with a mistake")
struct FedCMMistakeTests {
  @Test(
    "is told which part is missing or wrong",
    arguments: [
      (#"{"fedcm": null}"#, "/endpoints/fedcm_accounts: FedCM needs the member \"fedcm\""),
      (
        #"{"endpoints": {"fedcm_assertion": null}, "links": {"fedcm_assertion": null}, "shapes": {"fedcm-token": null, "fedcm": {"json": {"id_assertion_endpoint": null}}}}"#,
        "/fedcm: FedCM needs an endpoint of the kind fedcm_assertion"
      ),
      (
        #"{"endpoints": {"web-identity": null}, "shapes": {"web-identity": null}}"#,
        "/fedcm: a browser finds no FedCM identity provider without a document at /.well-known/web-identity"
      ),
      (#"{"fedcm": {"cookie": "a b"}}"#, "/fedcm/cookie: expected the name of a cookie"),
      (
        #"{"endpoints": {"logout": {"standalone": true}}}"#,
        "/endpoints/logout/standalone: \"standalone\" says nothing here"
      ),
      (
        #"{"errors": {"fedcm": {"account_unknown": null}}}"#,
        "/errors/fedcm: the condition \"account_unknown\" has no wire form"
      ),
    ])
  func parts(patch: String, sentence: String) throws {
    let findings = try Shipped.findings(patch)
    #expect(findings.contains { $0.hasPrefix(sentence) }, "\(findings)")
  }

  @Test(
    "knows the origin of a redirect URI",
    arguments: [
      ("https://rp.test/cb", "https://rp.test", true),
      ("https://RP.test:443/cb", "https://rp.test", true),
      ("https://rp.test/cb", "https://rp.test:444", false),
      ("https://rp.test/cb", "http://rp.test", false),
      ("https://rp.test/cb", "https://rp.test/", false),
      ("https://rp.test/cb", "https://rp.test.evil.test", false),
      ("http://127.0.0.1/cb", "http://127.0.0.1:4321", true),
      ("http://127.0.0.1:7999/cb", "http://127.0.0.1:4321", false),
      ("com.example.app:/cb", "com.example.app:", false), ("https://rp.test/cb", "null", false),
    ])
  func origins(uri: String, origin: String, isRegistered: Bool) {
    var rule = RedirectRule()
    rule.anyLoopbackPort = true
    #expect(RedirectURI.isRegistered(uri, at: origin, rule) == isRegistered)
  }
}
