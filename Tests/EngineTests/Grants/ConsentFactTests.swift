import Testing

@testable import Engine

@Suite("What was asked and granted before")
struct ConsentFactTests {
  private var shop: GrantShop {
    var shop = GrantShop()
    shop.code = #"""
      "issues": { "access": true, "refresh": { "any": [{ "has": "grant.first" }, { "has": "grant.asked" }] } },
      "answer": "told"
      """#
    shop.shapes = #"""
      , "told": { "json": { "access_token": "{{tok.access.value}}",
          "refresh_token": "{{tok.refresh.value?}}", "first": "{{grant.first}}",
          "asked": "{{grant.asked}}", "so_far": "{{granted.scope|join: }}",
          "scope": "{{grant.scope|join: }}" } }
      """#
    return shop
  }

  @Test("a refresh token comes with the first grant, and with one that was asked for")
  func first() throws {
    let visitor = try shop.visitor()
    #expect(visitor.authorize("&scope=read"))
    try visitor.redeem()
    #expect(try visitor.member("first") == "true" && visitor.member("asked") == "true")
    #expect(try visitor.member("so_far") == "read")
    let refresh = try visitor.member("refresh_token")
    #expect(!visitor.authorize("&scope=read"))
    try visitor.redeem()
    #expect(try visitor.member("first") == "false" && visitor.member("asked") == "false")
    #expect(!visitor.page.contains("refresh_token"))
    #expect(visitor.authorize("&scope=write&prompt=consent"))
    try visitor.redeem()
    #expect(try visitor.member("first") == "false" && visitor.member("asked") == "true")
    #expect(try visitor.member("so_far") == "read write" && visitor.member("scope") == "write")
    #expect(visitor.page.contains("refresh_token"))
    // A revocation makes the next grant the first again.
    try visitor.post("/vk/revoke", ["token": refresh])
    visitor.authorize("&scope=read")
    try visitor.redeem()
    #expect(try visitor.member("first") == "true" && visitor.member("so_far") == "read")
  }

  @Test("a standing answer stands in for the page")
  func standing() throws {
    var shop = shop
    shop.client = #", "sign_in": "alice", "consent": "granted""#
    let visitor = try shop.visitor()
    for isFirst in [true, false] {
      #expect(!visitor.authorize("&scope=read"))
      try visitor.redeem()
      #expect(
        try visitor.member("first") == "\(isFirst)" && visitor.member("asked") == "\(isFirst)")
    }
    visitor.authorize("&scope=mail")
    try visitor.redeem()
    #expect(try visitor.member("first") == "false" && visitor.member("asked") == "true")
  }

  @Test("scopes add up where the request says so")
  func accumulates() throws {
    var shop = shop
    shop.parameters = #", "include_granted_scopes": {}"#
    shop.scope += #", "accumulates": { "eq": ["{{req.include_granted_scopes}}", "true"] }"#
    let visitor = try shop.visitor()
    visitor.authorize("&scope=read")
    visitor.authorize("&scope=write")
    try visitor.redeem()
    #expect(try visitor.member("scope") == "write")
    visitor.authorize("&scope=mail&include_granted_scopes=true")
    try visitor.redeem()
    #expect(try visitor.member("scope") == "mail read write")
  }

  @Test("a stage can ask for what was granted")
  func stages() throws {
    var shop = shop
    shop.members = #"""
      , "flow": { "stages": { "login": {}, "consent": {
          "ask": "always", "when": { "not": { "in": ["read", "{{granted.scope}}"] } } } } }
      """#
    let visitor = try shop.visitor()
    #expect(visitor.authorize("&scope=read"))
    #expect(!visitor.authorize("&scope=write"))
    shop.members = #"""
      , "flow": { "stages": { "login": {}, "consent": {
          "ask": "always", "when": { "has": "grant.first" } } } }
      """#
    let other = try shop.visitor()
    #expect(other.authorize("&scope=read"))
    #expect(!other.authorize("&scope=write"))
  }

  @Test("a refresh may name any scope that was granted before", arguments: ["granted", "narrow"])
  func refreshed(_ scoping: String) throws {
    var shop = GrantShop()
    shop.refresh = #""scope": "\#(scoping)""#
    let visitor = try shop.visitor()
    visitor.authorize("&scope=read")
    visitor.authorize("&scope=write")
    try visitor.redeem()
    let token = try visitor.member("refresh_token")
    try visitor.refresh(token, scope: "read")
    #expect((visitor.status == 200) == (scoping == "granted"))
    if scoping == "granted" { #expect(try visitor.member("scope") == "read") }
    try visitor.refresh(token, scope: "mail")
    #expect(try visitor.member("error") == "invalid_scope")
    try visitor.refresh(token)
    #expect(try visitor.member("scope") == "write")
  }
}
