import Basics
import JOSE
import Testing

@testable import Engine

@Suite("Several credentials, callers and addresses")
struct CredentialNameTests {
  private var workspace: GrantShop {
    var shop = GrantShop()
    shop.parameters = #", "user_scope": {}"#
    shop.credentials = #"""
      , "person": { "kind": "access", "value": "xoxp-{{rand:[0-9]{20}}}", "lifetime": 3600,
          "scope": "{{auth.user_scope}}" },
        "person_refresh": { "kind": "refresh", "value": "xoxe-{{rand:[0-9]{20}}}",
          "lifetime": 86400, "scope": "{{auth.user_scope}}" }
      """#
    shop.code = #"""
      "answer": "both", "issues": { "access": true, "refresh": true,
        "person": { "has": "auth.user_scope" }, "person_refresh": { "has": "auth.user_scope" } }
      """#
    shop.refresh = #"""
      "answer": "both", "rotates": true, "reuse": "revoke", "issues": {
        "access": { "eq": ["{{token.name}}", "refresh"] }, "refresh": { "eq": ["{{token.name}}", "refresh"] },
        "person": { "eq": ["{{token.name}}", "person_refresh"] },
        "person_refresh": { "eq": ["{{token.name}}", "person_refresh"] } }
      """#
    shop.shapes = #"""
      , "both": { "json": { "access_token": "{{tok.access.value?}}", "refresh_token": "{{tok.refresh.value?}}",
          "person": "{{tok.person.value?}}", "person_refresh": "{{tok.person_refresh.value?}}" } }
      """#
    return shop
  }

  private func me(_ token: String, _ visitor: Visitor) throws -> (scope: String, name: String) {
    try visitor.call(.get, "/vk/api/me", [("Authorization", "Bearer \(token)")])
    return (try visitor.member("scope"), try visitor.member("name"))
  }

  @Test("one code yields two access tokens, each with its own scopes and its own refresh token")
  func both() throws {
    let visitor = try workspace.visitor()
    visitor.authorize("&scope=read&user_scope=mail,write")
    try visitor.redeem()
    let (bot, person) = (try visitor.member("access_token"), try visitor.member("person"))
    let (first, second) = (
      try visitor.member("refresh_token"), try visitor.member("person_refresh")
    )
    #expect(person.hasPrefix("xoxp-"))
    #expect(try me(bot, visitor) == ("read", "access"))
    #expect(try me(person, visitor) == ("mail write", "person"))
    try visitor.refresh(second)
    let renewed = try visitor.member("person")
    #expect(!visitor.page.contains("access_token"))
    #expect(try me(renewed, visitor) == ("mail write", "person"))
    try visitor.refresh(first)
    #expect(!visitor.page.contains("person"))
    #expect(try me(try visitor.member("access_token"), visitor) == ("read", "access"))
    // A used refresh token ends all of the grant.
    try visitor.refresh(second)
    #expect(visitor.status == 400)
    #expect(try !visitor.isActive(renewed) && !visitor.isActive(bot))
  }

  @Test("without the person's scopes there is one")
  func one() throws {
    let visitor = try workspace.visitor()
    visitor.authorize("&scope=read")
    try visitor.redeem()
    #expect(visitor.status == 200 && !visitor.page.contains("person"))
  }

  @Test(
    "a resource may ask for the client, which presents tokens of its own",
    arguments: [
      ("app", "understudy-secret-0123456789", 200), ("app", "wrong", 401),
      ("other", "understudy-secret-9876543210", 404), ("", "", 401),
    ])
  func callers(_ id: String, _ secret: String, _ status: Int) throws {
    var shop = GrantShop()
    shop.endpoints = #"""
      , "check": { "kind": "resource", "at": "main:/applications/{app}/token", "methods": ["POST"],
          "client": "required", "read": { "json": true }, "token": { "form": ["access_token"] },
          "answer": "me", "errors": "applications" }
      """#
    shop.members = #"""
      , "errors": { "applications": {
          "*": { "shape": "token-error", "status": 401, "code": "no" },
          "token_*": { "shape": "token-error", "status": 404, "code": "none" } } }
      """#
    let visitor = try shop.visitor()
    visitor.authorize("&scope=read")
    try visitor.redeem()
    let token = try visitor.member("access_token")
    let basic = Base64.encode(Array("\(id):\(secret)".utf8))
    try visitor.call(
      .post, "/vk/applications/app/token",
      [("Content-Type", "application/json")]
        + (id.isEmpty ? [] : [("Authorization", "Basic \(basic)")]),
      body: Array(#"{"access_token":"\#(token)"}"#.utf8))
    #expect(visitor.status == status)
  }

  @Test("a call of a resource can end what its token belongs to")
  func revokes() throws {
    var shop = GrantShop()
    shop.endpoints = #"""
      , "permissions": { "kind": "resource", "at": "main:/me/permissions", "methods": ["DELETE"],
          "revokes": "client", "answer": "me" }
      """#
    let visitor = try shop.visitor()
    #expect(visitor.authorize("&scope=read"))
    try visitor.redeem()
    let token = try visitor.member("access_token")
    try visitor.call(.delete, "/vk/me/permissions", [("Authorization", "Bearer \(token)")])
    #expect(try visitor.status == 200 && visitor.member("scope") == "read")
    #expect(try !visitor.isActive(token))
    #expect(visitor.authorize("&scope=read"))
  }

  @Test("why a token is not valid is a fact of checks and answers")
  func status() throws {
    var shop = GrantShop()
    shop.endpoints = #"""
      , "state": { "kind": "introspect", "at": "main:/state", "client": "none", "answer": "state" }
      """#
    shop.shapes = #", "state": { "json": { "status": "{{token.status}}" } }"#
    let visitor = try shop.visitor()
    func status(_ token: String) throws -> String {
      try visitor.post("/vk/state", ["token": token])
      return try visitor.member("status")
    }
    visitor.authorize()
    try visitor.redeem()
    let (access, refresh) = (
      try visitor.member("access_token"), try visitor.member("refresh_token")
    )
    #expect(try status(access) == "active" && status("x") == "unknown")
    visitor.now += 3601
    #expect(try status(access) == "expired")
    try visitor.post("/vk/revoke", ["token": refresh])
    #expect(try status(refresh) == "revoked")
  }

  @Test("a client acts for the person whom the provider names")
  func owner() throws {
    var shop = GrantShop()
    shop.members = #", "clients": { "owner": "" }"#
    shop.grants = #", "client_credentials": { "for": "{{client.owner}}" }"#
    shop.client = #", "at": { "owner": "alice" }"#
    let visitor = try shop.visitor()
    try visitor.tokens(["grant_type": "client_credentials"])
    try visitor.post("/vk/tokeninfo", ["token": try visitor.member("access_token")])
    #expect(try visitor.member("username") == "alice")
    shop.client = #", "at": { "owner": "nobody" }"#
    let stranger = try shop.visitor()
    try stranger.tokens(["grant_type": "client_credentials"])
    #expect(try stranger.member("error") == "unauthorized_client")
    shop.client = ""
    let alone = try shop.visitor()
    try alone.tokens(["grant_type": "client_credentials"])
    try alone.post("/vk/tokeninfo", ["token": try alone.member("access_token")])
    #expect(!alone.page.contains("username"))
  }

  @Test("an address fixes its grant, and an exchange has its token in any parameter")
  func addresses() throws {
    var shop = GrantShop()
    shop.endpoints = #"""
      , "exchange": { "kind": "token", "at": "main:/exchange", "grant": "long-lived" }
      """#
    shop.token = #"""
      , "parameters": { "grant_type": {}, "code": {}, "redirect_uri": {}, "client_id": {}, "client_secret": {},
          "refresh_token": {}, "scope": {}, "code_verifier": {}, "subject_token": { "name": "fb_exchange_token" } }
      """#
    shop.grants = #"""
      , "long-lived": { "kind": "exchange", "issues": { "access": true }, "exchange": {
          "subject_token_types": { "access_token": ["access"] }, "revokes_subject": true } }
      """#
    let visitor = try shop.visitor()
    visitor.authorize("&scope=read")
    try visitor.redeem()
    let token = try visitor.member("access_token")
    try visitor.tokens(["fb_exchange_token": token], at: "/vk/exchange")
    #expect(visitor.status == 200)
    let next = try visitor.member("access_token")
    #expect(try visitor.isActive(next) && !visitor.isActive(token))
    shop.endpoints = shop.endpoints.replacingAll("\"long-lived\"", with: "\"long-lifed\"")
    #expect(throws: (any Error).self) { try shop.visitor() }
  }

  @Test("a signature can be over the token alone", arguments: [true, false])
  func proof(_ signsParameters: Bool) throws {
    var shop = GrantShop()
    shop.endpoints = #"""
      , "graph": { "kind": "resource", "at": "main:/graph", "answer": "me", "read": { "query": true },
          "token": { "query": ["access_token"] }, "signature": { "parameter": "appsecret_proof",
            "head": ["{{body.access_token}}"], "coding": "hex", "parameters": \#(signsParameters) } }
      """#
    let visitor = try shop.visitor()
    visitor.authorize("&scope=read")
    try visitor.redeem()
    let token = try visitor.member("access_token")
    let key = Array("understudy-secret-0123456789".utf8)
    let proof = Hexadecimal.encode(
      HMAC.sha256(key: key, message: Array(token.utf8)))
    try visitor.call(
      .get, "/vk/graph?access_token=\(token)&appsecret_proof=\(proof)&fields=id,name")
    #expect((visitor.status == 200) == !signsParameters)
  }

  @Test(
    "code challenges have methods of other names, and another default",
    arguments: [
      ("", true), ("&code_challenge_method=s256", true), ("&code_challenge_method=S256", false),
      ("&code_challenge_method=hex", false), ("&code_challenge_method=plain", false),
    ])
  func challenges(_ method: String, _ isGood: Bool) throws {
    var shop = GrantShop()
    shop.members = #"""
      , "code_challenge": { "default": "S256", "methods": { "s256": "S256", "hex": "S256-hex" } }
      """#
    let visitor = try shop.visitor()
    let verifier = String(repeating: "v", count: 50)
    let hash = Digest.sha256(Array(verifier.utf8))
    func redeem(_ challenge: String) throws -> Bool {
      visitor.authorize(method + "&code_challenge=\(challenge)")
      guard visitor.location.contains("code=") else { return false }
      try visitor.tokens([
        "grant_type": "authorization_code", "code": try visitor.parameter("code"),
        "redirect_uri": "http://127.0.0.1:7999/cb", "code_verifier": verifier,
      ])
      return visitor.status == 200
    }
    #expect(try redeem(Base64URL.encode(hash)) == isGood)
    #expect(try redeem(Hexadecimal.encode(hash)) == method.hasSuffix("=hex"))
  }

  @Test("a value is drawn for a grant, stays the same, and has to come back")
  func mints() throws {
    var shop = GrantShop()
    shop.members = #"""
      , "mints": { "device_id": "[A-Z]{12}", "origin": "[0-9]{9}" }, "binds": { "device_id": "{{req.device_id}}" },
        "answers": { "code": { "mode": "query", "issues": { "code": true }, "parameters": {
          "code": "{{tok.code.value}}", "device_id": "{{bound.device_id}}" } } },
        "errors": { "token": { "device_other": { "shape": "token-error", "status": 400, "code": "invalid_request" } } }
      """#
    shop.token = #"""
      , "parameters": { "grant_type": {}, "code": {}, "redirect_uri": {}, "client_id": {}, "client_secret": {},
          "refresh_token": {}, "scope": {}, "code_verifier": {}, "device_id": {} }
      """#
    shop.code = #"""
      "answer": "origin", "must_match": { "device_id": "device_other" }, "issues": { "access": true, "refresh": true }
      """#
    shop.refresh = #""answer": "origin""#
    shop.shapes = #"""
      , "origin": { "json": { "origin": "{{bound.origin}}", "refresh_token": "{{tok.refresh.value?}}" } }
      """#
    let visitor = try shop.visitor()
    visitor.authorize()
    let (code, device) = (try visitor.parameter("code"), try visitor.parameter("device_id"))
    #expect(device.count == 12)
    func redeem(_ device: String) throws {
      try visitor.tokens([
        "grant_type": "authorization_code", "code": code, "device_id": device,
        "redirect_uri": "http://127.0.0.1:7999/cb",
      ])
    }
    try redeem("OTHER")
    #expect(visitor.status == 400)
    try redeem(device)
    let origin = try visitor.member("origin")
    #expect(origin.count == 9)
    try visitor.refresh(try visitor.member("refresh_token"))
    #expect(try visitor.member("origin") == origin)
    visitor.authorize()
    #expect(try visitor.parameter("device_id") != device)
  }

  @Test(
    "credentials of other names need a kind, and only they have scopes of their own",
    arguments: [
      #", "person": { "value": "x{{rand:[a-z]{9}}}" }"#,
      #", "person": { "kind": "id", "value": "x{{rand:[a-z]{9}}}" }"#,
      #", "id": { "kind": "access", "value": "x{{rand:[a-z]{9}}}" }"#,
      #", "id": { "scope": "read", "value": "x{{rand:[a-z]{9}}}" }"#,
    ])
  func mistakes(_ more: String) throws {
    var shop = GrantShop()
    shop.credentials = more
    #expect(throws: (any Error).self) { try shop.visitor() }
  }
}
