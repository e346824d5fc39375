import Basics
import Testing

/// One rule decides what a token is good for: every caller gets the same answer.
@Suite("What a token is worth")
struct WorthTests {
  private func introspected(_ token: String, _ box: Box) throws -> Bool? {
    try box.post("/standard/introspect", "token=\(token)&client_id=web&client_secret=\(Box.secret)")
      .json["active"]?.boolValue
  }

  private func listed(_ box: Box) throws -> Set<String> {
    let tokens = try box.order("GET", "/tokens").arrayValue ?? []
    return Set(
      tokens.filter { $0["kind"]?.stringValue != "code" }.compactMap { $0["status"]?.stringValue })
  }

  @Test(
    "is nothing once its person is gone: at the resource, to introspection, as a refresh, and in the list"
  )
  func orphan() throws {
    let box = try Site().sandbox()
    let code = try #require(
      try box.authorize(scope: "openid+email+offline_access").parameter("code"))
    let tokens = try box.redeem(code).json
    let access = try #require(tokens["access_token"]?.stringValue)
    let refresh = try #require(tokens["refresh_token"]?.stringValue)
    #expect(try box.userinfo(access).status == 200)
    #expect(try introspected(access, box) == true)
    #expect(try listed(box) == ["live"])
    try box.order("DELETE", "/people/alice")
    #expect(try box.userinfo(access).status == 401)
    #expect(try introspected(access, box) == false)
    #expect(try introspected(refresh, box) == false)
    let refused = try box.refresh(refresh)
    #expect(refused.status == 400)
    #expect(refused.json["error"]?.stringValue == "invalid_grant")
    #expect(try listed(box) == ["revoked"])
  }

  @Test("is nothing where a code was revoked, also where a second use is tolerated")
  func revokedCode() throws {
    let client = "90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6"
    let box = try Site().sandbox(["with": ["azure-ad-b2c.codes-may-be-reused"]])
    let made = try box.order(
      "POST", "/tokens",
      [
        "provider": "azure-ad-b2c", "client": .init(stringLiteral: client), "person": "alice",
        "issues": ["code"], "scopes": ["openid", .init(stringLiteral: client)],
      ])
    let code = try #require(made["code"]?.stringValue)
    func redeem() throws -> Int {
      try box.post(
        "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0/token",
        "grant_type=authorization_code&code=\(code)&client_id=\(client)"
      ).status
    }
    #expect(try redeem() == 200)
    #expect(try redeem() == 200)
    let id = try #require(made["tokens"]?.arrayValue?.first?["id"]?.integerValue)
    try box.order("POST", "/tokens/\(id)/revoke")
    #expect(try redeem() == 400)
    #expect(
      try box.order("GET", "/journal?outcome=refused").arrayValue?.last?["condition"]
        == "code_unknown")
  }
}
