import Basics
import Testing

@testable import ProviderModel

/// The parts of signed authorization responses need each other.
@Suite("Signed responses with a mistake")
struct ResponseMistakeTests {
  @Test(
    "are told which part is missing or wrong",
    arguments: [
      (
        #"{"credentials": {"response": null}}"#,
        "/response_modes/jwt: a response of the mode jwt is a JWT; add the credential response"
      ),
      (
        #"{"response_modes": {"jwt": null, "query.jwt": false, "fragment.jwt": null, "form_post.jwt": null}}"#,
        "/credentials/response: nothing leads to a response"
      ),
      (
        #"{"credentials": {"response": {"jwt": null, "value": "x"}}}"#,
        "/credentials/response: a response is always a JWT"
      ),
      (
        #"{"credentials": {"response": {"lifetime": null}}}"#,
        "/credentials/response: a response ends (JARM §2.1)"
      ),
      (
        #"{"answers": {"code": {"mode": "query.jwt"}}}"#,
        "/answers/code/mode: unknown mode \"query.jwt\""
      ),
      (
        #"{"try_out": {"response_mode": "form-post"}}"#,
        "/try_out/response_mode: unknown mode \"form-post\"; did you mean \"form_post\"?"
      ),
    ])
  func parts(patch: String, sentence: String) throws {
    let findings = try Shipped.findings(patch)
    #expect(findings.contains { $0.hasPrefix(sentence) }, "\(findings)")
  }

  @Test("are fine as they ship")
  func fine() throws { #expect(try Shipped.findings("{}").isEmpty) }
}
