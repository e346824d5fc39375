import ProviderModel
import Testing

/// Narrowing, rotation and the grace period of refresh tokens (RFC 6749 §6, RFC 9700 §4.14.2).
@Suite("A refresh token")
struct RefreshRuleTests {
  private static let scope = StandardVisitor.scope

  @Test("yields fewer scopes where fewer are asked for, and its successor keeps them all")
  func narrowed() throws {
    let stage = try StandardVisitor()
    let tokens = try stage.tokens()
    try stage.refresh(tokens.refresh, ["scope": "email profile"])
    // In the order in which they were granted.
    #expect(try stage.visitor.member("scope") == "profile email")
    #expect(!stage.visitor.page.contains("id_token"), "openid was left out")
    let narrow = try stage.visitor.member("access_token")
    let next = try stage.visitor.member("refresh_token")
    #expect(try stage.userinfo(narrow) == 403)
    #expect(stage.condition == .scopeInsufficient)
    try stage.introspect(narrow)
    #expect(try stage.visitor.member("scope") == "profile email")
    try stage.refresh(next)
    #expect(try stage.visitor.member("scope") == Self.scope)
    #expect(try stage.userinfo(stage.visitor.member("access_token")) == 200)
  }

  @Test(
    "yields no scope that was not granted, and stays good",
    arguments: ["phone", "openid phone", "openid email address", "Email", "open"])
  func exceeded(_ scope: String) throws {
    let stage = try StandardVisitor()
    let tokens = try stage.tokens()
    try stage.refresh(tokens.refresh, ["scope": scope])
    try stage.expectRefusal(.scopeExceeded, 400, "invalid_scope")
    #expect(try stage.refresh(tokens.refresh).status == 200)
  }

  @Test("is used once: the second time revokes its successor and all access tokens of its grant")
  func reused() throws {
    let stage = try StandardVisitor()
    let bystander = try stage.tokens()
    let tokens = try stage.tokens()
    try stage.refresh(tokens.refresh)
    let next = try stage.visitor.member("refresh_token")
    let access = try stage.visitor.member("access_token")
    try stage.refresh(tokens.refresh)
    try stage.expectRefusal(.refreshReused, 400, "invalid_grant")
    try stage.refresh(next)
    try stage.expectRefusal(.refreshRevoked, 400, "invalid_grant")
    for token in [access, tokens.access] {
      #expect(try stage.userinfo(token) == 401)
      #expect(stage.condition == .tokenRevoked)
    }
    #expect(try stage.userinfo(bystander.access) == 200)
  }

  @Test(
    "that was rotated away works for the seconds of grace, with its quirk, and no longer",
    arguments: [(0, true), (9, true), (10, true), (11, false)])
  func grace(_ age: Int, _ isGood: Bool) throws {
    let stage = try StandardVisitor(with: ["refresh-reuse-grace"])
    let tokens = try stage.tokens()
    try stage.refresh(tokens.refresh)
    let next = try stage.visitor.member("refresh_token")
    stage.visitor.now += age
    try stage.refresh(tokens.refresh)
    if isGood {
      #expect(stage.status == 200)
    } else {
      try stage.expectRefusal(.refreshReused, 400, "invalid_grant")
    }
    // A late use is refused, and revokes nothing.
    #expect(try stage.refresh(next).status == 200)
  }

  @Test("a use within the grace period does not begin it anew")
  func graceOnce() throws {
    let stage = try StandardVisitor(with: ["refresh-reuse-grace"])
    let tokens = try stage.tokens()
    for (wait, status) in [(0, 200), (6, 200), (4, 200), (1, 400)] {
      stage.visitor.now += wait
      #expect(try stage.refresh(tokens.refresh).status == status)
    }
    #expect(stage.condition == .refreshReused)
  }

  @Test("that was revoked is refused within the grace period, too")
  func graceRevoked() throws {
    let stage = try StandardVisitor(with: ["refresh-reuse-grace"])
    let tokens = try stage.tokens()
    try stage.refresh(tokens.refresh)
    try stage.revoke(stage.visitor.member("refresh_token"))
    try stage.refresh(tokens.refresh)
    try stage.expectRefusal(.refreshRevoked, 400, "invalid_grant")
  }

  @Test("that has ended is refused within the grace period, too")
  func graceExpired() throws {
    let stage = try StandardVisitor(with: ["refresh-reuse-grace"])
    let tokens = try stage.tokens()
    stage.visitor.now += 1_209_599
    #expect(try stage.refresh(tokens.refresh).status == 200)
    stage.visitor.now += 1
    try stage.refresh(tokens.refresh)
    try stage.expectRefusal(.refreshExpired, 400, "invalid_grant")
  }

  @Test(
    "is good for fourteen days, to the second",
    arguments: [(1_209_599, nil), (1_209_600, Condition.refreshExpired)])
  func lifetime(_ age: Int, _ condition: Condition?) throws {
    let stage = try StandardVisitor()
    let tokens = try stage.tokens()
    stage.visitor.now += age
    try stage.refresh(tokens.refresh)
    #expect(stage.condition == condition)
    #expect(stage.status == (condition == nil ? 200 : 400))
  }

  @Test("stays good for many uses where none is rotated, and has no successor")
  func unrotated() throws {
    let stage = try StandardVisitor(with: ["no-refresh-rotation"])
    let tokens = try stage.tokens()
    for _ in 0..<3 {
      #expect(try stage.refresh(tokens.refresh).status == 200)
      #expect(!stage.visitor.page.contains("refresh_token"))
    }
  }

  @Test("is given for offline_access, and where no openid is asked for")
  func given() throws {
    let stage = try StandardVisitor()
    for (scope, isGiven) in [
      ("openid email", false), ("openid offline_access", true), ("email", true),
    ] {
      try stage.redeem(stage.code(["scope": scope]))
      #expect(stage.visitor.page.contains("\"refresh_token\"") == isGiven, "\(scope)")
    }
  }
}
