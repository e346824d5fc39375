import Basics
import ProviderModel
import Testing

@testable import Engine

/// Metadata about how a client sends its authorization requests, and gets its responses.
@Suite("The registration of a client's requests")
struct RegisteredRequestTests {
  private let stage: RegistrationVisitor
  init() throws { stage = try RegistrationVisitor() }

  @Test("has the client push its requests if it says so (RFC 9126 §6)")
  func pushes() throws {
    let member = "require_pushed_authorization_requests"
    for (text, isRequired) in [("true", true), ("false", false)] {
      let client = try stage.registered(", \"\(member)\": \(text)")
      #expect(try stage.visitor.member(member) == text)
      stage.visitor.open(
        "/standard/authorize?response_type=code&client_id=\(client.id)"
          + "&redirect_uri=\(RegistrationVisitor.callback)")
      #expect((stage.visitor.told.condition == .pushMissing) == isRequired)
    }
  }

  @Test(
    "refuses metadata, and names the member",
    arguments: [
      (
        "\"require_pushed_authorization_requests\": \"true\"",
        "require_pushed_authorization_requests is a string"
      ),
      ("\"authorization_signed_response_alg\": \"none\"", "authorization_signed_response_alg"),
      ("\"request_object_signing_alg\": \"RS1\"", "request_object_signing_alg"),
      (
        "\"request_object_signing_alg\": \"none\", \"require_signed_request_object\": true",
        "request_object_signing_alg"
      ),
      (
        "\"request_object_signing_alg\": \"HS256\", \"token_endpoint_auth_method\": \"none\"",
        "request_object_signing_alg"
      ),
      ("\"authorization_details_types\": [\"magic\"]", "authorization_details_types holds magic"),
      ("\"request_uris\": [\"urn:x\"]", "request_uris holds urn:x"),
      ("\"require_signed_request_object\": 1", "require_signed_request_object is a number"),
    ])
  func refused(_ members: String, _ word: String) throws {
    try stage.register("{\"redirect_uris\": [\"https://a.example/cb\"], \(members)}")
    try stage.expect(.metadataInvalid, 400, "invalid_client_metadata", naming: word)
  }
}
