import Basics
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// Headers and types of all responses of a provider, and its responses where nothing answers.
@Suite("Responses of a provider as a whole")
struct ProviderResponseTests {
  private static let shop = GrantShop(
    members: """
      , "headers": { "X-Request-Id": "{{rand:[0-9a-f]{8}}}", "X-Host": "shop", "pragma": "" },
      "content_types": { "json": "application/json; charset=utf-8" },
      "unanswered": { "not_found": "missing", "method_not_allowed": "method" }
      """,
    shapes: """
      , "missing": { "json": { "message": "no {{req.path}}" } },
      "method": { "status": 400, "headers": { "X-Host": "own" }, "text": "not by {{req.method}}" }
      """)

  @Test("headers and the type of JSON apply to every response")
  func headers() throws {
    let visitor = try Self.shop.visitor()
    try visitor.call(.get, Visitor.shop)
    #expect(visitor.values("X-Host") == ["shop"])
    visitor.authorize()
    try visitor.redeem()
    let first = visitor.values("X-Request-Id").first
    #expect(visitor.headers[.contentType] == "application/json; charset=utf-8")
    #expect(visitor.headers[.pragma] == nil)
    #expect(visitor.headers[.cacheControl] == "no-store")
    #expect(first?.count == 8)
    let token = try visitor.member("access_token")
    try visitor.call(.get, "/vk/api/me", [("Authorization", "Bearer \(token)")])
    #expect(visitor.headers[.contentType] == "application/json; charset=utf-8")
    #expect(visitor.values("X-Request-Id").first != first)
  }

  @Test("an unknown path and a wrong method have the provider's own responses")
  func unanswered() throws {
    let visitor = try Self.shop.visitor()
    try visitor.call(.get, "/vk/api/none", [])
    #expect(visitor.status == 404)
    #expect(visitor.page == #"{"message":"no /api/none"}"#)
    #expect(visitor.values("X-Host").first == "shop")
    #expect(visitor.told.near.contains("/vk/api/me"))
    try visitor.call(.delete, "/vk/oauth/token", [])
    #expect(visitor.status == 400)
    #expect(visitor.page == "not by DELETE")
    #expect(visitor.headers[.allow] == "POST, OPTIONS")
    #expect(visitor.values("X-Host") == ["own"])
    // Other providers keep their text.
    try visitor.call(.get, "/standard/none", [])
    #expect(visitor.page.hasPrefix("Nothing answers at"))
  }

  @Test("at the provider's own host, too")
  func ownHost() throws {
    let server = try OwnServer([
      OwnServer.provider(
        shapes: #""missing": { "json": { "path": "{{req.path}}" } }"#,
        edits: [#""id": "own","#: #""id": "own", "unanswered": { "not_found": "missing" },"#])
    ])
    let answer = server.ask("/none", host: "own.test")
    #expect(answer.status.code == 404)
    #expect(answer.text == #"{"path":"/none"}"#)
  }
}

extension Visitor {
  /// The values of a header of the last response.
  fileprivate func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}
