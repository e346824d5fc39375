import Basics
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// Small parts of the language, each at a provider of its own.
@Suite("Checks, limits and callers of a small provider")
struct EarlyCheckTests {
  private static let check = """
    "checks": { "versioned": { "early": EARLY, "when": { "not": { "has": "req.v" } }, "fail": "version_missing" } }
    """

  @Test("an early check of a grant comes before the client", arguments: [true, false])
  func order(_ isEarly: Bool) throws {
    var shop = GrantShop(
      members:
        #", "errors": { "token": { "version_missing": { "shape": "token-error", "code": "no_version" } } }"#
    )
    shop.code += ", " + Self.check.replacing("EARLY", with: "\(isEarly)")
    shop.token =
      #", "parameters": { "grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}, "refresh_token": {}, "v": {} }"#
    let visitor = try shop.visitor()
    try visitor.post(
      "/vk/oauth/token", ["grant_type": "authorization_code", "client_id": "nobody"])
    #expect(visitor.told.condition?.name == (isEarly ? "version_missing" : "client_unknown"))
  }

  @Test("remedies name parameters as the client sends them")
  func wire() throws {
    var shop = GrantShop()
    shop.token =
      #", "parameters": { "grant_type": { "name": "type" }, "code": { "name": "ticket" }, "redirect_uri": { "name": "back" }, "code_verifier": { "name": "proof" }, "client_id": {}, "client_secret": { "name": "key" }, "refresh_token": { "name": "renewal" } }"#
    let visitor = try shop.visitor()
    let key = "understudy-secret-0123456789"
    try visitor.post("/vk/oauth/token", ["client_id": "app", "key": key])
    #expect(visitor.told.why == "the request has no type")
    try visitor.post(
      "/vk/oauth/token", ["client_id": "app", "key": key, "type": "authorization_code"])
    #expect(visitor.told.why == "the request has no ticket")
    #expect(visitor.told.remedy == "send ticket")
    try visitor.post("/vk/oauth/token", ["client_id": "app", "key": key, "type": "refresh_token"])
    #expect(visitor.told.remedy == "send renewal")
    try visitor.post("/vk/oauth/token", ["client_id": "app", "type": "refresh_token"])
    #expect(visitor.told.remedy == "send its key")
    visitor.authorize(
      "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256")
    try visitor.post(
      "/vk/oauth/token",
      [
        "client_id": "app", "key": key, "type": "authorization_code",
        "ticket": try visitor.parameter("code"), "back": "http://127.0.0.1:7999/cb",
      ])
    #expect(visitor.told.remedy == "send its proof")
  }

  @Test("err.value of a refused refresh token is the token")
  func value() throws {
    let shop = GrantShop(
      members: """
        , "errors": { "token": { "refresh_*": { "shape": "bad", "code": "{{err.condition}}", "text": "{{err.value}}" } } }
        """,
      shapes: #", "bad": { "status": 400, "json": { "c": "{{err.code}}", "v": "{{err.text}}" } }"#,
      refresh: #""rotates": true, "issues": { "access": true, "refresh": true }"#)
    let visitor = try shop.visitor()
    visitor.authorize()
    try visitor.redeem()
    let token = try visitor.member("refresh_token")
    try visitor.refresh(token)
    let next = try visitor.member("refresh_token")
    try visitor.refresh(token)
    #expect(visitor.page == #"{"c":"refresh_reused","v":"\#(token)"}"#)
    visitor.now += 86_401
    try visitor.refresh(next)
    #expect(visitor.page == #"{"c":"refresh_expired","v":"\#(next)"}"#)
  }

  @Test("a client can act for the person with a claim")
  func acting() throws {
    var shop = GrantShop()
    shop.grants =
      #", "client_credentials": { "for": { "email": "{{client.owner}}" }, "issues": { "access": true } }"#
    shop.members = #", "clients": { "owner": "nobody@example.com" }"#
    shop.client = #", "at": { "owner": "bob@example.test" }"#
    let visitor = try shop.visitor()
    try visitor.tokens(["grant_type": "client_credentials"])
    #expect(visitor.status == 200, "\(visitor.page)")
    #expect(visitor.told.person == "bob")
    shop.client = ""
    let other = try shop.visitor()
    try other.tokens(["grant_type": "client_credentials"])
    #expect(other.told.condition == .grantNotAllowed)
    #expect(
      other.told.why
        == "the client app acts for the person with the email nobody@example.com, and the cast has none"
    )
  }

  @Test("a caller of introspection can have an access token of its own (RFC 7662 §2.1)")
  func bearer() throws {
    let shop = GrantShop(
      members:
        #", "errors": { "token": { "token_*": { "shape": "token-error", "code": "invalid_token", "status": 401 } } }"#,
      endpoints:
        #", "check": { "kind": "introspect", "at": "main:/check", "client": "token", "answer": "seen" }"#,
      shapes: #", "seen": { "json": { "active": "{{token.active}}", "name": "{{token.name?}}" } }"#)
    let visitor = try shop.visitor()
    visitor.authorize()
    try visitor.redeem()
    let (access, refresh) = (
      try visitor.member("access_token"), try visitor.member("refresh_token")
    )
    try visitor.post("/vk/check", ["token": refresh])
    #expect(visitor.status == 401 && visitor.told.condition == .tokenMissing)
    try visitor.post("/vk/check", ["token": refresh], [("Authorization", "Bearer wrong")])
    #expect(visitor.status == 401 && visitor.told.condition == .tokenUnknown)
    try visitor.post("/vk/check", ["token": refresh], [("Authorization", "Bearer \(access)")])
    #expect(visitor.page == #"{"active":true,"name":"refresh"}"#)
    #expect(visitor.told.client == "app")
  }

  @Test("an endpoint can have several limits, and tells of the one with the fewest calls left")
  func limits() throws {
    let shop = GrantShop(
      endpoints: """
        , "quota": { "kind": "resource", "at": "main:/quota",
          "rate": [{ "most": 2, "seconds": 60 }, { "most": 3, "seconds": 600 }] }
        """,
      shapes: #", "quota": { "json": { "left": "{{rate.left}}", "most": "{{rate.most}}" } }"#)
    let visitor = try shop.visitor()
    visitor.authorize()
    try visitor.redeem()
    let header = [("Authorization", "Bearer \(try visitor.member("access_token"))")]
    func call() throws -> String { try visitor.call(.get, "/vk/quota", header).page }
    #expect(try call() == #"{"left":1,"most":2}"#)
    #expect(try call() == #"{"left":0,"most":2}"#)
    _ = try call()
    #expect(visitor.told.condition == .rateLimited)
    visitor.now += 61
    _ = try call()
    #expect(visitor.told.condition == .rateLimited)
    #expect(visitor.told.why == "the token called 4 times in 600 s")
    visitor.now += 600
    #expect(try call() == #"{"left":1,"most":2}"#)
  }

  @Test("values of the provider's own token parameters are checked")
  func numbers() throws {
    var shop = GrantShop()
    shop.token =
      #", "parameters": { "grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}, "refresh_token": {}, "hours": { "number": true } }"#
    let visitor = try shop.visitor()
    visitor.authorize()
    try visitor.redeem()
    let token = try visitor.member("refresh_token")
    try visitor.tokens(["grant_type": "refresh_token", "refresh_token": token, "hours": "many"])
    #expect(visitor.told.condition == .parameterInvalid)
    try visitor.tokens(["grant_type": "refresh_token", "refresh_token": token, "hours": "5"])
    #expect(visitor.status == 200)
  }

  @Test("a stage can depend on the person who has signed in")
  func stage() throws {
    let shop = GrantShop(
      members: """
        , "flow": { "stages": { "login": {}, "consent": { "when": { "eq": ["{{person.username}}", "bob"] } } } }
        """)
    let visitor = try shop.visitor()
    #expect(!visitor.authorize())
    #expect(try !visitor.parameter("code").isEmpty)
    let bob = try shop.visitor()
    bob.open(Visitor.shop).submit(["username": "bob", "password": "builder"])
    #expect(bob.page.contains("decision"))
  }
}
