import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// Parameters that ask for something which the provider does not have, or which have no effect.
@Suite("A parameter without an effect")
struct UnreadParameterTests {
  private static let jkt = String(repeating: "A", count: 43)
  private static let details = #"[{"type":"account_information","actions":["read"]}]"#

  @Test(
    "is granted nothing, and the journal says so",
    arguments: [
      (
        "no-authorization-details", "authorization_details", details,
        "standard does not read authorization_details: nothing in it is granted", "RFC 9396 §2"
      ),
      (
        "no-dpop", "dpop_jkt", jkt,
        "standard does not read dpop_jkt: the code is not bound to a key", "RFC 9449 §10"
      ),
      (
        "no-step-up", "acr_values", "x",
        "standard does not read acr_values: the sign-in has no level of authentication",
        "OpenID Connect Core §3.1.2.1"
      ),
      (
        nil, "code_challenge_method", "S256",
        "code_challenge_method has no effect without code_challenge: the code is not bound to a verifier",
        "RFC 7636 §4.3"
      ),
      (
        nil, "client_secret", "x",
        "client_secret was sent through the browser, which shows it to others", "RFC 6749 §2.3.1"
      ),
      (
        nil, "login_hnt", "x", "standard does not read login_hnt; did you mean \"login_hint\"?",
        "RFC 6749 §3.1"
      ),
      (
        nil, "code_chalenge", "x",
        "standard does not read code_chalenge; did you mean \"code_challenge\"?", "RFC 6749 §3.1"
      ),
    ] as [(String?, String, String, String, String)])
  func authorization(
    _ quirk: String?, _ name: String, _ value: String, _ why: String, _ clause: String
  ) throws {
    let stage = try StandardVisitor(with: quirk.map { [$0] } ?? [])
    stage.authorize([name: value])
    #expect(stage.condition == nil)
    #expect(stage.visitor.told.why == why && stage.visitor.told.clause == clause)
    stage.authorize([name: ""])
    #expect(stage.visitor.told.why == nil)
    guard quirk != nil else { return }
    let reading = try StandardVisitor()
    reading.authorize([name: value])
    #expect(reading.visitor.told.why == nil, "\(name)")
  }

  @Test("is named where programs ask: for a token, for a device, and where a request is pushed")
  func programs() throws {
    let stage = try StandardVisitor(with: ["no-authorization-details"])
    try stage.post(
      "token",
      [
        "grant_type": "client_credentials", "client_id": "web",
        "client_secret": StandardVisitor.secret, "authorization_details": Self.details,
      ])
    #expect(stage.status == 200)
    #expect(
      stage.visitor.told.why
        == "standard does not read authorization_details: nothing in it is granted")
    try stage.post(
      "device_authorization", ["client_id": "app", "authorization_details": Self.details])
    #expect(stage.status == 200)
    #expect(stage.visitor.told.why?.contains("authorization_details") == true)
    try stage.post(
      "par",
      [
        "client_id": "web", "client_secret": StandardVisitor.secret, "response_type": "code",
        "redirect_uri": StandardVisitor.callback, "authorization_details": Self.details,
      ])
    #expect(stage.status == 201)
    #expect(stage.visitor.told.why?.contains("authorization_details") == true)
  }

  @Test("is no slip beside the parameter that it is near to, nor at a provider that reads it")
  func slips() throws {
    let stage = try StandardVisitor()
    stage.authorize(["login_hnt": "x", "login_hint": "n"])
    #expect(stage.visitor.told.why == nil)
    stage.authorize(["access_type": "offline", "tracking": "1"])
    #expect(stage.visitor.told.why == nil)
    try stage.post(
      "token",
      [
        "grant_type": "client_credentials", "client_id": "web",
        "client_secret": StandardVisitor.secret, "scopes": "profile",
      ])
    #expect(
      stage.visitor.told.why == "standard does not read scopes; did you mean \"scope\"?")
    let renaming = try StandardVisitor(
      patching: ##"{"parameters": {"login_hint": {"name": "login_hnt"}}}"##)
    renaming.authorize(["login_hnt": "x"])
    #expect(renaming.visitor.told.why == nil)
  }

  @Test("that brings a whole request is refused where nothing reads it")
  func requestURI() throws {
    let stage = try StandardVisitor(patching: #"{"request_objects": null}"#)
    stage.authorize(["request_uri": "http://127.0.0.1:1/x"])
    #expect(stage.condition == .requestURINotSupported)
    let unpushed = try StandardVisitor(with: ["no-pushed-requests"])
    unpushed.authorize(["request_uri": "urn:ietf:params:oauth:request_uri:abc"])
    #expect(unpushed.condition == .requestURIInvalid)
    #expect(unpushed.visitor.told.why?.hasSuffix("takes no pushed requests (RFC 9126)") == true)
  }

  @Test("that limits a token is named by a provider that reads none")
  func resource() throws {
    let visitor = try Visitor("vk")
    visitor.open(
      "/vk/authorize?client_id=753197&v=5.52&resource=https://api.example")
    #expect(
      visitor.told.why == "vk does not read resource: the access token is not limited to it")
  }
}
