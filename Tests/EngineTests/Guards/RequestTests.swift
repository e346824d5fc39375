import ProviderModel
import Testing

/// Refused authorization requests: who is told, and in which order the checks run (RFC 6749 §4.1.2.1).
@Suite("An authorization request")
struct RequestTests {
  private let stage: StandardVisitor
  init() throws { stage = try StandardVisitor() }

  struct Case: CustomTestStringConvertible, Sendable {
    var changes: StandardVisitor.Changes
    var condition: Condition
    var error = "invalid_request"
    var testDescription: String { "\(changes)" }
  }

  @Test(
    "that the client can be told of goes back to it",
    arguments: [
      .init(changes: ["response_type": nil], condition: .responseTypeMissing),
      .init(changes: ["response_type": ""], condition: .responseTypeMissing),
      .init(
        changes: ["response_type": "magic"], condition: .responseTypeUnsupported,
        error: "unsupported_response_type"),
      .init(
        changes: ["response_type": "code code"], condition: .responseTypeUnsupported,
        error: "unsupported_response_type"),
      .init(
        changes: ["client_id": "limited", "response_type": "token", "scope": "openid"],
        condition: .responseTypeNotAllowed, error: "unauthorized_client"),
      .init(changes: ["response_mode": "magic"], condition: .responseModeUnsupported),
      .init(
        changes: ["response_mode": "query", "response_type": "token"],
        condition: .responseModeUnsupported),
      .init(changes: ["scope": "openid magic"], condition: .scopeUnknown, error: "invalid_scope"),
      .init(changes: ["scope": "OpenID"], condition: .scopeUnknown, error: "invalid_scope"),
      .init(
        changes: ["client_id": "limited", "scope": "openid profile"], condition: .scopeNotAllowed,
        error: "invalid_scope"),
      .init(
        changes: ["response_type": "id_token", "nonce": nil], condition: Condition("nonce_missing")),
      .init(
        changes: ["response_type": "id_token", "scope": "email"],
        condition: Condition("openid_missing"), error: "invalid_scope"),
      .init(
        changes: ["registration": "{}"], condition: Condition("registration_not_supported"),
        error: "registration_not_supported"),
      .init(
        changes: ["resource": "no-uri"], condition: .resourceInvalid, error: "invalid_target"),
      .init(changes: ["claims": "[]"], condition: .parameterInvalid),
      .init(changes: ["claims": "{"], condition: .parameterInvalid),
    ] as [Case])
  func told(_ wrong: Case) throws {
    stage.authorize(wrong.changes)
    try stage.expectRedirect(wrong.condition, wrong.error)
  }

  @Test(
    "that names no client or no redirect URI that can be trusted is told to the person alone",
    arguments: [
      .init(changes: ["client_id": nil], condition: .clientMissing),
      .init(changes: ["client_id": ""], condition: .clientMissing),
      .init(changes: ["client_id": "nobody"], condition: .clientUnknown),
      .init(changes: ["client_id": "Web"], condition: .clientUnknown),
      .init(changes: ["client_id": "7999001"], condition: .clientUnknown),
      .init(changes: ["client_id": "bare"], condition: .redirectUnregistered),
      // OpenID Connect Core §3.1.2.1 demands it, and so do two registered ones.
      .init(changes: ["redirect_uri": nil], condition: .redirectMissing),
      .init(changes: ["redirect_uri": ""], condition: .redirectMissing),
      .init(
        changes: ["client_id": "two", "redirect_uri": nil, "scope": "email"],
        condition: .redirectMissing),
      .init(
        changes: ["redirect_uri": StandardVisitor.secondCallback], condition: .redirectHostMismatch),
      .init(
        changes: ["redirect_uri": StandardVisitor.callback + "/"], condition: .redirectMismatch),
      .init(
        changes: ["redirect_uri": StandardVisitor.callback + "/../x"], condition: .redirectMismatch),
      .init(
        changes: ["redirect_uri": "http://127.0.0.1:7999/cb@evil.example"],
        condition: .redirectMismatch),
      .init(
        changes: ["redirect_uri": "http://127.0.0.1.evil.example:7999/cb"],
        condition: .redirectHostMismatch),
      .init(
        changes: ["redirect_uri": "http://127.0.0.1:7999@evil.example/cb"],
        condition: .redirectHostMismatch),
    ] as [Case])
  func untrusted(_ wrong: Case) {
    stage.authorize(wrong.changes)
    stage.expectPage(wrong.condition)
  }

  @Test(
    "goes on where the redirect URI is one of several, or the only one and none is named",
    arguments: [
      ["client_id": "two"], ["client_id": "two", "redirect_uri": StandardVisitor.secondCallback],
      ["redirect_uri": nil, "scope": "email"],
      ["client_id": "native", "redirect_uri": "http://127.0.0.1:50001/cb"],
      ["client_id": "native", "redirect_uri": "com.example.app:/cb"],
    ] as [StandardVisitor.Changes])
  func good(_ changes: StandardVisitor.Changes) {
    #expect(stage.authorize(changes).asksForPassword)
    #expect(stage.condition == nil)
  }

  @Test("with a wrong redirect URI is not told of anything else, whatever else is wrong")
  func order() {
    for changes: StandardVisitor.Changes in [
      ["response_type": "magic"], ["scope": "magic"], ["prompt": "none"], ["max_age": "-1"],
    ] {
      stage.authorize(changes.merging(["redirect_uri": "https://evil.example/cb"]) { $1 })
      stage.expectPage(.redirectHostMismatch)
    }
  }

  @Test("with a mistake shows no page that a person could go on from")
  func noTicket() throws {
    stage.authorize(["scope": "magic"])
    try stage.expectRedirect(.scopeUnknown, "invalid_scope")
    #expect(stage.visitor.jar.isEmpty)
  }

  @Test("says who denies, also where somebody is signed in, and grants nothing")
  func denied() throws {
    stage.authorize().typePassword()
    stage.visitor.submit(["decision": "deny"])
    try stage.expectRedirect(.userDenied, "access_denied")
    // What was denied is asked for again.
    #expect(stage.authorize().asksForConsent)
    stage.authorize().visitor.cancel()
  }

  @Test("ends at a locked account with a page, and nobody is signed in")
  func locked() {
    stage.authorize().typePassword("locked")
    #expect(stage.visitor.told.outcome == .lockedOut)
    #expect(stage.visitor.jar["understudy_session"] == nil)
    #expect(stage.asksForPassword)
  }

  @Test("takes no wrong password for a right one")
  func passwords() {
    for password in ["", "wonderlan", "wonderland ", "Wonderland", "builder"] {
      stage.authorize()
      stage.visitor.submit(["username": "alice", "password": password])
      #expect(stage.visitor.told.outcome == .wrongPassword, "\(password)")
      #expect(stage.visitor.jar["understudy_session"] == nil)
    }
  }
}
