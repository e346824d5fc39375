import ProviderModel
import Testing

@testable import Engine

@Suite("An access token where none is read")
struct UnreadTokenTests {
  @Test(
    "is named with its place",
    arguments: [
      ("/standard/userinfo?access_token=x", [], "query"),
      (
        "/vk/api.vk.com/method/users.get?v=5.52", [("Authorization", "Bearer x")],
        "Authorization header, with the scheme Bearer"
      ),
      (
        "/standard/userinfo", [("Authorization", "token x")],
        "Authorization header, with the scheme token"
      ),
      ("/standard/userinfo", [("Authorization", "x")], "Authorization header, without a scheme"),
    ] as [(String, [(String, String)], String)])
  func place(_ path: String, _ headers: [(String, String)], _ place: String) throws {
    let visitor = try Visitor(path.hasPrefix("/vk") ? "vk" : "standard")
    try visitor.call(.get, path, headers)
    #expect(visitor.condition == .tokenMissing)
    #expect(
      visitor.told.why
        == "the request has no access token in a place that this endpoint reads; there is one in its \(place)"
    )
  }
}
