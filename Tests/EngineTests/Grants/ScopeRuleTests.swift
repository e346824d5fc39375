import Testing

@testable import Engine

@Suite("Rules for scopes")
struct ScopeRuleTests {
  private func scope(_ more: String, asking: String) throws -> String {
    var shop = GrantShop()
    shop.scope += more
    let visitor = try shop.visitor()
    visitor.authorize(asking)
    guard visitor.location.contains("code=") else { return try visitor.parameter("error") }
    try visitor.redeem()
    return try visitor.member("scope")
  }

  @Test("other names, implied scopes, and those that every grant has")
  func names() throws {
    let aliases = #", "aliases": { "email": "mail" }"#
    #expect(try scope(aliases, asking: "&scope=email%20read") == "mail read")
    #expect(try scope("", asking: "&scope=email%20read") == "invalid_scope")
    #expect(
      try scope(#", "implies": { "read": ["write"], "write": ["mail"] }"#, asking: "&scope=read")
        == "read write mail")
    #expect(try scope(#", "always": ["mail"]"#, asking: "&scope=read") == "read mail")
  }

  @Test("unknown scopes are refused or left out")
  func unknown() throws {
    #expect(try scope(#", "unknown": "drop""#, asking: "&scope=read%20other") == "read")
    #expect(try scope(#", "unknown": "refuse""#, asking: "&scope=read%20other") == "invalid_scope")
  }

  @Test("a scope can be required of authorization requests alone")
  func required() throws {
    var shop = GrantShop()
    shop.scope += #", "required": "authorization""#
    shop.grants = #", "client_credentials": {}"#
    let visitor = try shop.visitor()
    visitor.authorize()
    #expect(try visitor.parameter("error") == "invalid_scope")
    try visitor.tokens(["grant_type": "client_credentials"])
    #expect(visitor.status == 200)
    shop.scope = shop.scope.replacingAll("\"authorization\"", with: "true")
    let strict = try shop.visitor()
    try strict.tokens(["grant_type": "client_credentials"])
    #expect(strict.status == 400)
  }

  @Test(
    "names that are no scopes are reported",
    arguments: [
      #", "aliases": { "email": "mial" }"#, #", "aliases": { "read": "mail" }"#,
      #", "implies": { "red": ["mail"] }"#, #", "implies": { "read": ["mial"] }"#,
      #", "always": ["mial"]"#, #", "aliases": { "email": "mail" }, "always": ["email"]"#,
      #", "any": true, "unknown": "drop""#, #", "required": "token""#,
    ])
  func mistakes(_ more: String) throws {
    var shop = GrantShop()
    shop.scope += more
    #expect(throws: (any Error).self) { try shop.visitor() }
  }
}
