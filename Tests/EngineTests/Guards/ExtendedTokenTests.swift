import Basics
import ProviderModel
import Testing

@testable import Engine

/// The exchange at an access token that some providers have: by a grant and a parameter of their own.
@Suite("An access token that lasts longer")
struct ExtendedTokenTests {
  private static func patch(_ exchange: String = "") -> String {
    """
    {"endpoints": {"token": {"methods": ["GET", "POST"], "read": {"form": true, "query": true}}},
     "token": {
       "parameters": {
         "subject_token": {"name": "fb_exchange_token"}, "subject_token_type": null, "actor_token": null,
         "actor_token_type": null, "requested_token_type": null, "audience": null},
       "grants": {
         "urn:ietf:params:oauth:grant-type:token-exchange": null,
         "fb_exchange_token": {
           "kind": "exchange", "answer": "token", "client_authentication": "secret", "issues": {"access": true},
           "exchange": {"subject_token_types": {"token": ["access"]}\(exchange)}}}},
     "credentials": {
       "id_jag": null,
       "access": {"lifetime": {"$if": {"eq": ["{{grant.type}}", "fb_exchange_token"]}, "then": 5184000, "else": 3600}}},
     "shapes": {"exchanged": null}}
    """
  }

  private func extend(
    _ visitor: Visitor, _ token: String, as client: String = "web", secret: String? = nil
  ) throws {
    let form = [
      (name: "grant_type", value: "fb_exchange_token"), (name: "client_id", value: client),
      (name: "client_secret", value: secret ?? AssertionVisitor.secret),
      (name: "fb_exchange_token", value: token),
    ]
    try visitor.call(.get, "/standard/token?\(QueryStyle().encode(form))")
  }

  private func token(_ visitor: Visitor, as client: String = "web") throws -> String {
    var form = [
      (name: "grant_type", value: "password"), (name: "username", value: "alice"),
      (name: "password", value: "wonderland"), (name: "scope", value: "email"),
      (name: "client_id", value: client),
    ]
    if client == "web" { form.append((name: "client_secret", value: AssertionVisitor.secret)) }
    try visitor.call(
      .post, "/standard/token", [("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(QueryStyle().encode(form).utf8))
    return try visitor.member("access_token")
  }

  @Test("is issued for a short one, which stays good")
  func stays() throws {
    let visitor = try Visitor("standard", patch: Self.patch())
    let short = try token(visitor)
    #expect(try visitor.member("expires_in") == "3600")
    for _ in 0..<2 {
      try extend(visitor, short)
      #expect(visitor.status == 200, "\(visitor.page)")
      #expect(try visitor.member("expires_in") == "5184000")
      #expect(try visitor.member("scope") == "email")
      #expect(!visitor.page.contains("issued_token_type"))
    }
    #expect(visitor.told.person == "alice")
  }

  @Test("revokes the short one where the fixture says so")
  func goes() throws {
    let visitor = try Visitor("standard", patch: Self.patch(", \"revokes_subject\": true"))
    let short = try token(visitor)
    try extend(visitor, short)
    let long = try visitor.member("access_token")
    try extend(visitor, short)
    #expect(visitor.told.condition == .subjectTokenRevoked)
    try extend(visitor, long)
    #expect(visitor.status == 200)
  }

  @Test(
    "needs the token by its own name, a good secret, and a token of this client if the fixture says so"
  )
  func refusals() throws {
    let visitor = try Visitor("standard", patch: Self.patch(", \"own_tokens_only\": true"))
    try extend(visitor, "")
    #expect(visitor.told.condition == .parameterMissing)
    #expect(visitor.told.why?.contains("fb_exchange_token") == true)
    try extend(visitor, token(visitor), secret: "wrong")
    #expect(visitor.told.condition == .secretWrong)
    try extend(visitor, token(visitor, as: "native"))
    #expect(visitor.told.condition == .subjectTokenOtherClient)
    try extend(visitor, "unknown")
    #expect(visitor.told.condition == .subjectTokenUnknown)
    // The standard's grant is gone.
    try visitor.post("/standard/token", ["grant_type": ExchangeVisitor.grant])
    #expect(visitor.told.condition == .grantUnsupported)
  }
}
