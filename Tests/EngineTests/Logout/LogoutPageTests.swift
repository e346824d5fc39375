import ProviderModel
import Testing

@testable import Engine

/// The page on which a person confirms a logout, as a browser sends it.
@Suite("The page of a logout")
struct LogoutPageTests {
  private static let back = "post_logout_redirect_uri=http://127.0.0.1:7999/cb&client_id=web"

  @Test(
    "is sent to its own address, or to the one that the provider gives it",
    arguments: [
      ("standard", "/standard", "/standard/logout"),
      (
        "keycloak", "/keycloak/realms/shop/protocol/openid-connect",
        "/keycloak/realms/shop/protocol/openid-connect/logout"
      ),
    ])
  func confirmed(_ id: String, _ base: String, _ logout: String) throws {
    let visitor = try Visitor(id)
    let start = base + (id == "standard" ? "/authorize" : "/auth")
    visitor.open(
      "\(start)?client_id=web&redirect_uri=http://127.0.0.1:7999/cb&response_type=code&scope=openid"
    )
    visitor.submit(["username": "alice", "password": "wonderland"])
    visitor.open("\(logout)?\(Self.back)&state=x")
    #expect(visitor.status == 200 && visitor.page.contains("<form"))
    visitor.submit([:])
    #expect(visitor.location == "http://127.0.0.1:7999/cb?state=x", "\(visitor.page)")
    #expect(visitor.told.outcome == .signedOut)
  }
}

/// The text about a refresh token that belongs to another server of the same provider.
@Suite("A refresh token at another server of its provider")
struct ElsewhereRefreshTests {
  @Test("is refused as a refresh token, not as a code")
  func realm() throws {
    let visitor = try Visitor("keycloak")
    let client: KeyValuePairs = [
      "grant_type": "password", "client_id": "web", "client_secret": StandardVisitor.secret,
      "username": "alice", "password": "wonderland",
    ]
    func path(_ realm: String) -> String {
      "/keycloak/realms/\(realm)/protocol/openid-connect/token"
    }
    try visitor.post(path("shop"), client)
    try visitor.post(
      path("other"),
      [
        "grant_type": "refresh_token", "client_id": "web",
        "client_secret": StandardVisitor.secret,
        "refresh_token": try visitor.member("refresh_token"),
      ])
    #expect(visitor.told.condition == Condition("refresh_other_realm"), "\(visitor.page)")
    #expect(try visitor.member("error_description") == "Invalid refresh token")
  }
}
