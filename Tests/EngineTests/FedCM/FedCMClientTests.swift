import Basics
import ProviderModel
import Testing

@testable import Engine

/// What a client is registered for, by FedCM.
@Suite("A client of FedCM")
struct FedCMClientTests {
  private func browser(_ members: String) throws -> FedCMVisitor {
    try FedCMVisitor(
      clients: """
        {"provider": "standard", "client_id": "one", "secret": "\(StandardVisitor.secret)",
         "redirect_uris": ["\(StandardVisitor.callback)"], \(members)}
        """)
  }

  @Test("with pairwise subjects is asked for by the account of the accounts endpoint")
  func pairwise() throws {
    let browser = try browser("\"subject_type\": \"pairwise\"")
    browser.signIn()
    let id = try browser.account()["id"]?.stringValue
    #expect(id == FedCMVisitor.alice)
    let claims = try browser.assert(["client_id": "one"]).claims()
    #expect(claims["sub"] != nil && claims["sub"]?.stringValue != id)
    try browser.disconnect(["client_id": "one"])
    #expect(try browser.visitor.member("account_id") == id)
    // The client itself knows only its own subject.
    try browser.assert(["client_id": "one"])
    try browser.disconnect(["client_id": "one", "account_hint": claims["sub"]?.stringValue])
    #expect(try browser.visitor.member("account_id") == id)
  }

  @Test(
    "gets no ID token that it is not registered for",
    arguments: [
      ("\"scopes\": [\"mcp:read\"]", Condition.scopeNotAllowed),
      ("\"grant_types\": [\"client_credentials\"]", .grantNotAllowed),
      ("\"response_types\": [\"code\"]", .responseTypeNotAllowed),
      ("\"id_token_signed_response_alg\": \"PS256\"", .signingAlgUnsupported),
    ])
  func registered(members: String, condition: Condition) throws {
    let browser = try browser(members)
    browser.signIn()
    try browser.assert(["client_id": "one"])
    try browser.expectRefusal(condition, 400, "unauthorized_client", isShared: true)
  }

  @Test("gets no claims of scopes that it may not have")
  func scopes() throws {
    let browser = try browser("\"scopes\": [\"openid\"]")
    browser.signIn()
    let claims = try browser.assert(["client_id": "one"]).claims()
    #expect(claims["email"] == nil)
  }
}
