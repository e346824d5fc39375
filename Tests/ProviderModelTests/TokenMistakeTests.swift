import Testing

@testable import ProviderModel

/// A provider whose clients can get no token.
@Suite("A token endpoint with a mistake")
struct TokenMistakeTests {
  @Test(
    "is told which part is missing",
    arguments: [
      (
        #"{"dpop": null, "certificate_bound_tokens": null, "parameters": {"dpop_jkt": null}, "token": {"sender_constrained": true}}"#,
        "/token/sender_constrained: no access token can be bound"
      ),
      (
        #"{"token": {"client_auth": {"basic": false, "post": false, "none": false, "tls_client_auth": false, "self_signed_tls_client_auth": false, "assertions": null}}}"#,
        "/token/client_auth: no client can authenticate"
      ),
    ])
  func parts(patch: String, sentence: String) throws {
    let findings = try Shipped.findings(patch)
    #expect(findings.contains { $0.hasPrefix(sentence) }, "\(findings)")
  }
}
