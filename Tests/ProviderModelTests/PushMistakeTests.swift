import Basics
import Testing

@testable import ProviderModel

/// The parts of pushed authorization requests need each other.
@Suite("Pushed requests with a mistake")
struct PushMistakeTests {
  @Test(
    "are told which part is missing or wrong",
    arguments: [
      (
        #"{"parameters": {"request_uri": null}, "checks": {"request": {"request-uris-are-not-fetched": null}}}"#,
        "/endpoints/par: the authorization endpoint does not read the request_uri of a pushed request"
      ),
      (
        #"{"credentials": {"request_uri": null}}"#,
        "/endpoints/par: a pushed request needs the credential request_uri"
      ),
      (
        #"{"endpoints": {"par": {"methods": ["GET"]}}}"#,
        "/endpoints/par: requests are pushed by POST (RFC 9126 §2.1)"
      ),
      (
        #"{"endpoints": {"par": {"read": {"form": false}}}}"#,
        "/endpoints/par: requests are pushed as a form (RFC 9126 §2.1)"
      ),
      (
        #"{"credentials": {"request_uri": {"value": "{{rand:[a-z]{30}}}"}}}"#,
        "/credentials/request_uri: a request_uri is known by its start"
      ),
      (
        #"{"credentials": {"request_uri": {"lifetime": 0}}}"#,
        "/credentials/request_uri: a request_uri ends (RFC 9126 §2.2)"
      ),
      (
        #"{"credentials": {"request_uri": {"lifetime": null}}}"#,
        "/credentials/request_uri: a request_uri ends (RFC 9126 §2.2)"
      ),
      (
        #"{"endpoints": {"par": null}, "links": {"par": null}, "shapes": {"pushed": null, "metadata": {"json": {"pushed_authorization_request_endpoint": null}}}}"#,
        "/credentials/request_uri: no endpoint issues a request_uri"
      ),
      (
        #"{"endpoints": {"login": {"next": "next", "ticket": null}}}"#,
        "/endpoints/par: the page login leads back to the authorization request by \"next\""
      ),
      (
        #"{"endpoints": {"token": {"required": true}}}"#,
        "/endpoints/token/required: \"required\" says nothing here"
      ),
      (
        #"{"errors": {"pushed_authorization": {"nonce_missing": null, "*": null}}}"#,
        "/errors/pushed_authorization: the condition \"nonce_missing\" has no wire form"
      ),
    ])
  func parts(patch: String, sentence: String) throws {
    let findings = try Shipped.findings(patch)
    #expect(findings.contains { $0.hasPrefix(sentence) }, "\(findings)")
  }

  @Test("are fine as they ship")
  func fine() throws { #expect(try Shipped.findings("{}").isEmpty) }
}
