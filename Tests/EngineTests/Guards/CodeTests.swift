import ProviderModel
import Testing

/// What an authorization code is good for (RFC 6749 §4.1.3), and that a refused request leaves it as it was.
@Suite("An authorization code")
struct CodeTests {
  private let stage: StandardVisitor
  init() throws { stage = try StandardVisitor() }

  @Test(
    "is redeemed only by the client that it was issued to, and stays good for that one",
    arguments: ["other", "two", "app"])
  func client(_ other: String) throws {
    let code = try stage.code()
    try stage.redeem(code, as: other)
    try stage.expectRefusal(.codeOtherClient, 400, "invalid_grant")
    #expect(try stage.redeem(code).status == 200)
  }

  @Test("of a public client is redeemed only by that client")
  func publicClient() throws {
    let code = try stage.code(["client_id": "app"])
    for other in ["other-app", "web"] {
      try stage.redeem(code, as: other)
      try stage.expectRefusal(.codeOtherClient, 400, "invalid_grant")
    }
    #expect(try stage.redeem(code, as: "app").status == 200)
  }

  @Test("that has been used and comes from another client revokes nothing")
  func otherClientAfterwards() throws {
    let code = try stage.code()
    try stage.redeem(code)
    let access = try stage.visitor.member("access_token")
    try stage.redeem(code, as: "other")
    try stage.expectRefusal(.codeOtherClient, 400, "invalid_grant")
    #expect(try stage.userinfo(access) == 200)
  }

  @Test("is redeemed once: the second time revokes all that the first one yielded, and no more")
  func once() throws {
    let bystander = try stage.tokens()
    let code = try stage.code()
    try stage.redeem(code)
    let access = try stage.visitor.member("access_token")
    let refresh = try stage.visitor.member("refresh_token")
    #expect(try stage.userinfo(access) == 200)
    try stage.redeem(code)
    try stage.expectRefusal(.codeReused, 400, "invalid_grant")
    #expect(try stage.userinfo(access) == 401)
    #expect(stage.condition == .tokenRevoked)
    try stage.refresh(refresh)
    try stage.expectRefusal(.refreshRevoked, 400, "invalid_grant")
    #expect(try stage.userinfo(bystander.access) == 200)
    #expect(try stage.refresh(bystander.refresh).status == 200)
  }

  @Test(
    "is good until the second before it ends", arguments: [(59, nil), (60, Condition.codeExpired)])
  func lifetime(_ age: Int, _ condition: Condition?) throws {
    let code = try stage.code()
    stage.visitor.now += age
    try stage.redeem(code)
    #expect(stage.condition == condition)
    #expect(stage.status == (condition == nil ? 200 : 400))
  }

  @Test("that was used is told to be used, also when it would have ended since")
  func usedAndOld() throws {
    let code = try stage.code()
    try stage.redeem(code)
    stage.visitor.now += 61
    try stage.redeem(code)
    try stage.expectRefusal(.codeReused, 400, "invalid_grant")
  }

  @Test(
    "is redeemed with the redirect URI of its request, whole: no other that the client registered",
    arguments: [
      StandardVisitor.secondCallback, StandardVisitor.callback + "/",
      StandardVisitor.callback + "?", StandardVisitor.callback + "#",
      "http://127.0.0.1:7999/c", "http://127.0.0.1:7999/CB", "http://127.0.0.1:7998/cb",
      "HTTP://127.0.0.1:7999/cb", "http://localhost:7999/cb",
    ])
  func redirectURI(_ uri: String) throws {
    let code = try stage.code(["client_id": "two"])
    try stage.redeem(code, as: "two", ["redirect_uri": uri])
    try stage.expectRefusal(.redirectMismatch, 400, "invalid_grant")
    #expect(try stage.redeem(code, as: "two").status == 200)
  }

  @Test("for the second redirect URI is not redeemed with the first")
  func secondRedirectURI() throws {
    let second = StandardVisitor.secondCallback
    let code = try stage.code(["client_id": "two", "redirect_uri": second])
    #expect(stage.visitor.location.hasPrefix(second + "?"))
    try stage.redeem(code, as: "two")
    try stage.expectRefusal(.redirectMismatch, 400, "invalid_grant")
    #expect(try stage.redeem(code, as: "two", ["redirect_uri": second]).status == 200)
  }

  @Test("for a native app's port is not redeemed with another port")
  func loopbackPort() throws {
    let uri = "http://127.0.0.1:50001/cb"
    let code = try stage.code(["client_id": "native", "redirect_uri": uri])
    try stage.redeem(code, as: "native", ["redirect_uri": "http://127.0.0.1:50002/cb"])
    try stage.expectRefusal(.redirectMismatch, 400, "invalid_grant")
    #expect(try stage.redeem(code, as: "native", ["redirect_uri": uri]).status == 200)
  }

  @Test("needs the redirect URI again where its request named one", arguments: [nil, ""])
  func redirectMissing(_ sent: String?) throws {
    let code = try stage.code()
    try stage.redeem(code, ["redirect_uri": sent])
    try stage.expectRefusal(.redirectMissing, 400, "invalid_grant")
    #expect(try stage.redeem(code).status == 200)
  }

  @Test(
    "needs no redirect URI where its request named none, and takes no other than the registered one"
  )
  func redirectOmitted() throws {
    let changes: StandardVisitor.Changes = ["redirect_uri": nil, "scope": "email"]
    let code = try stage.code(changes)
    try stage.redeem(code, ["redirect_uri": StandardVisitor.secondCallback])
    try stage.expectRefusal(.redirectMismatch, 400, "invalid_grant")
    #expect(try stage.redeem(code, ["redirect_uri": nil]).status == 200)
    #expect(try stage.redeem(stage.code(changes)).status == 200)
  }

  @Test("is nothing to another provider")
  func provider() throws {
    let code = try stage.code()
    try stage.visitor.call(
      .get,
      "/vk/access_token?client_id=7999001&client_secret=\(StandardVisitor.secret)&code=\(code)"
        + "&redirect_uri=\(StandardVisitor.callback)")
    #expect(stage.condition == .codeUnknown)
    #expect(try stage.redeem(code).status == 200)
  }

  @Test(
    "is a code and nothing else: code, access token and refresh token don't stand for each other")
  func kinds() throws {
    let code = try stage.code()
    let tokens = try stage.tokens()
    #expect(try stage.userinfo(code) == 401)
    #expect(stage.condition == .tokenUnknown)
    #expect(try stage.userinfo(tokens.refresh) == 401)
    #expect(stage.condition == .tokenUnknown)
    for other in [tokens.access, tokens.refresh] {
      try stage.redeem(other)
      try stage.expectRefusal(.codeUnknown, 400, "invalid_grant")
    }
    for other in [code, tokens.access] {
      try stage.refresh(other)
      try stage.expectRefusal(.refreshUnknown, 400, "invalid_grant")
    }
    #expect(try stage.redeem(code).status == 200)
  }

  @Test("is compared whole: a shorter, a longer and a changed one are unknown")
  func text() throws {
    let code = try stage.code()
    for other in [String(code.dropLast()), code + "A", code + " ", String(code.reversed()), "x"] {
      try stage.redeem(other)
      try stage.expectRefusal(.codeUnknown, 400, "invalid_grant")
    }
    #expect(try stage.redeem(code).status == 200)
  }
}
