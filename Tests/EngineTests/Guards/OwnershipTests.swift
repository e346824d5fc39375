import ProviderModel
import Testing

/// Who may revoke, introspect and use which token (RFC 7009 §2.1, RFC 7662 §2.1).
@Suite("A token of another client")
struct OwnershipTests {
  private let stage: StandardVisitor
  init() throws { stage = try StandardVisitor() }

  @Test(
    "can't be revoked, and stays good",
    arguments: [("web", "other"), ("web", "app"), ("app", "web")])
  func revoke(_ owner: String, _ other: String) throws {
    let tokens = try stage.tokens(owner)
    for token in [tokens.access, tokens.refresh] {
      try stage.revoke(token, as: other)
      try stage.expectRefusal(.tokenOtherClient, 400, "invalid_grant")
    }
    #expect(try stage.userinfo(tokens.access) == 200)
    #expect(try stage.refresh(tokens.refresh, as: owner).status == 200)
  }

  @Test("is revoked by its own client, a public one, too", arguments: ["web", "app"])
  func revokeOwn(_ owner: String) throws {
    let tokens = try stage.tokens(owner)
    #expect(try stage.revoke(tokens.access, as: owner).status == 200)
    #expect(try stage.userinfo(tokens.access) == 401)
    #expect(stage.condition == .tokenRevoked)
  }

  @Test("is refreshed by its own client alone, and stays good", arguments: ["other", "two", "app"])
  func refresh(_ other: String) throws {
    let tokens = try stage.tokens()
    try stage.refresh(tokens.refresh, as: other)
    try stage.expectRefusal(.refreshOtherClient, 400, "invalid_grant")
    #expect(try stage.refresh(tokens.refresh).status == 200)
  }

  @Test("that has been used and comes from another client revokes nothing")
  func usedByOther() throws {
    let tokens = try stage.tokens()
    try stage.refresh(tokens.refresh)
    let next = try stage.visitor.member("refresh_token")
    try stage.refresh(tokens.refresh, as: "other")
    try stage.expectRefusal(.refreshOtherClient, 400, "invalid_grant")
    #expect(try stage.userinfo(tokens.access) == 200)
    #expect(try stage.refresh(next).status == 200)
  }

  @Test("an access token that is revoked leaves its grant; a refresh token takes it along")
  func reach() throws {
    let first = try stage.tokens()
    try stage.revoke(first.access)
    #expect(try stage.userinfo(first.access) == 401)
    try stage.refresh(first.refresh)
    #expect(stage.status == 200)
    let next = try stage.visitor.member("access_token")
    let bystander = try stage.tokens()
    try stage.revoke(stage.tokens().refresh)
    #expect(try stage.userinfo(next) == 200)
    let last = try stage.tokens()
    try stage.revoke(last.refresh)
    #expect(try stage.userinfo(last.access) == 401)
    #expect(stage.condition == .tokenRevoked)
    try stage.refresh(last.refresh)
    try stage.expectRefusal(.refreshRevoked, 400, "invalid_grant")
    #expect(try stage.userinfo(bystander.access) == 200)
  }

  @Test("a refresh token that was used or has expired still ends its grant when it is revoked")
  func revokeDead() throws {
    let tokens = try stage.tokens()
    try stage.refresh(tokens.refresh)
    let next = try stage.visitor.member("refresh_token")
    #expect(try stage.revoke(tokens.refresh).status == 200)
    try stage.refresh(next)
    try stage.expectRefusal(.refreshRevoked, 400, "invalid_grant")
  }

  @Test("an unknown token is revoked without an error, and a token has to be named")
  func unknown() throws {
    #expect(try stage.revoke("never-issued").status == 200)
    #expect(stage.visitor.told.outcome == .revoked)
    try stage.revoke("")
    try stage.expectRefusal(.parameterMissing, 400, "invalid_request")
    try stage.introspect("")
    try stage.expectRefusal(.parameterMissing, 400, "invalid_request")
  }

  @Test("is shown to any client with a secret, and to no other")
  func introspect() throws {
    let tokens = try stage.tokens()
    for client in ["web", "other"] {
      try stage.introspect(tokens.access, as: client)
      #expect(try stage.visitor.member("active") == "true")
      #expect(try stage.visitor.member("client_id") == "web")
    }
    try stage.introspect(tokens.access, as: "app")
    try stage.expectRefusal(.secretMissing, 401, "invalid_client")
    let form = ["token": tokens.access]
    try stage.post("introspect", form, ["client_id": "web", "client_secret": "wrong"])
    try stage.expectRefusal(.secretWrong, 401, "invalid_client")
    try stage.post("introspect", form, ["client_id": "web"])
    try stage.expectRefusal(.secretMissing, 401, "invalid_client")
    try stage.post("introspect", form, ["client_id": "app", "client_secret": "x"])
    try stage.expectRefusal(.secretWrong, 401, "invalid_client")
    try stage.post("introspect", form)
    try stage.expectRefusal(.clientMissing, 401, "invalid_client")
  }

  @Test("that is not good for use is inactive, and no more is said of it")
  func inactive() throws {
    let inactive = #"{"active":false}"#
    func expectInactive(_ token: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      try stage.introspect(token)
      #expect(stage.status == 200, sourceLocation: sourceLocation)
      #expect(stage.visitor.page == inactive, sourceLocation: sourceLocation)
    }
    try expectInactive("never-issued")
    try expectInactive(stage.code())
    let tokens = try stage.tokens()
    try stage.refresh(tokens.refresh)
    try expectInactive(tokens.refresh)
    try stage.revoke(tokens.access)
    try expectInactive(tokens.access)
    let late = try stage.tokens()
    stage.visitor.now += 3_599
    try stage.introspect(late.access)
    #expect(try stage.visitor.member("active") == "true")
    stage.visitor.now += 1
    try expectInactive(late.access)
    try stage.introspect(late.refresh)
    #expect(try stage.visitor.member("active") == "true")
  }
}
