import HTTPTypes
import Testing

@testable import Engine

@Suite("Stages, headers and callers of a small provider")
struct FlowStageTests {
  @Test("a stage of the kind hop leads the browser through its address once")
  func hop() throws {
    var shop = GrantShop()
    shop.endpoints = #", "away": { "kind": "hop", "at": "main:/away", "ticket": "t" }"#
    shop.members = #"""
      , "flow": { "stages": { "login": {}, "away": { "kind": "hop", "enter": "away" }, "consent": {} } },
        "links": { "away": { "to": "away", "query": { "t": "{{txn.id}}" } } }
      """#
    let visitor = try shop.visitor()
    #expect(visitor.authorize("&scope=read"))
    #expect(try !visitor.parameter("code").isEmpty)
  }

  @Test(
    "a header with a part of the request stays one line",
    arguments: [
      ("a", "a"), ("a%0d%0aX-Other:%201", "a  X-Other: 1"), ("%0a", ""), ("", ""),
    ])
  func header(_ sent: String, _ value: String) throws {
    var shop = GrantShop()
    shop.endpoints = #", "news": { "kind": "document", "at": "main:/news", "answer": "news" }"#
    shop.shapes = #"""
      , "news": { "json": {}, "headers": { "X-Topic": "{{query.topic}}" } }
      """#
    shop.members = #", "headers": { "X-All": "{{query.topic}}" }"#
    let visitor = try shop.visitor()
    try visitor.call(.get, "/vk/news?topic=\(sent)")
    #expect(visitor.status == 200)
    for name in ["X-Topic", "X-All"] {
      let field = try #require(HTTPField.Name(name))
      #expect(visitor.headers[field] == (value.isEmpty ? nil : value))
    }
  }

  @Test(
    "a client that only names itself revokes its own tokens",
    arguments: [("app", "", 200), ("other", "", 400), ("app", "wrong", 401), ("", "", 401)])
  func named(_ id: String, _ secret: String, _ status: Int) throws {
    var shop = GrantShop()
    shop.endpoints = #", "end": { "kind": "revoke", "at": "main:/end", "client": "named" }"#
    let visitor = try shop.visitor()
    visitor.authorize("&scope=read")
    try visitor.redeem()
    let token = try visitor.member("access_token")
    try visitor.post("/vk/end", ["token": token, "client_id": id, "client_secret": secret])
    #expect(visitor.status == status)
    #expect(try visitor.isActive(token) == (status != 200))
  }

  @Test("a refresh that issues a refresh token uses up the old one")
  func rotates() throws {
    let visitor = try GrantShop().visitor()
    visitor.authorize()
    try visitor.redeem()
    let first = try visitor.member("refresh_token")
    try visitor.refresh(first)
    #expect(try visitor.member("refresh_token") != first)
    try visitor.refresh(first)
    #expect(visitor.status == 400)
  }
}
