import Basics
import ProviderModel
import Testing

@testable import Engine

/// Answers as forms, and revocations of one kind of token.
@Suite("Words of a small provider")
struct SmallLanguageTests {
  @Test("a response can be a form, also a refusal")
  func forms() throws {
    let shop = GrantShop(
      members: """
        , "errors": { "token": { "code_unknown": { "shape": "bad", "code": "bad_code", "text": "Not & right" } } }
        """,
      shapes: """
        , "bad": { "status": 400, "form": { "error": "{{err.code}}", "why": "{{err.text}}", "none": "{{req.scope?}}" } }
        """)
    let visitor = try shop.visitor()
    try visitor.tokens(["grant_type": "authorization_code", "code": "x"])
    #expect(visitor.status == 400)
    #expect(visitor.headers[.contentType] == "application/x-www-form-urlencoded")
    #expect(visitor.page == "error=bad_code&why=Not+%26+right")
  }

  @Test("a value can have the JSON of a shape, and more")
  func use() throws {
    let shop = GrantShop(
      shapes: """
        , "user": { "json": { "id": "{{person.sub}}" } },
        "list": { "json": [{ "$use": "user" }, { "$merge": [{ "$use": "user" }, { "more": 1 }] }] }
        """)
    var with = shop
    with.endpoints =
      ", \"list\": { \"kind\": \"resource\", \"at\": \"main:/list\", \"token\": { \"header\": [\"Bearer\"] } }"
    let visitor = try with.visitor()
    visitor.authorize()
    try visitor.redeem()
    try visitor.call(
      .get, "/vk/list", [("Authorization", "Bearer \(visitor.member("access_token"))")])
    let id = try #require(visitor.page.components(between: "[{\"id\":\"", and: "\"").first)
    #expect(visitor.page == "[{\"id\":\"\(id)\"},{\"id\":\"\(id)\",\"more\":1}]")
  }

  @Test("a revocation can take one kind of token (RFC 7009 §2.2.1)")
  func kinds() throws {
    let shop = GrantShop(
      endpoints: """
        , "end": { "kind": "revoke", "at": "main:/end", "client": "none", "token": { "form": ["token"], "kinds": ["refresh"] } }
        """)
    let visitor = try shop.visitor()
    visitor.authorize()
    try visitor.redeem()
    let (access, refresh) = (
      try visitor.member("access_token"), try visitor.member("refresh_token")
    )
    try visitor.post("/vk/end", ["token": access])
    #expect(visitor.status == 400 && visitor.told.condition == .tokenTypeUnsupported)
    #expect(try visitor.member("error") == "unsupported_token_type")
    #expect(try visitor.isActive(access))
    try visitor.post("/vk/end", ["token": refresh])
    #expect(visitor.status == 200, "\(visitor.page)")
    #expect(try !visitor.isActive(access))
  }
}
