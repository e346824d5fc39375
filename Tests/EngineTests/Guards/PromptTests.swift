import Basics
import JOSE
import ProviderModel
import Testing

/// `prompt` and `max_age` of OpenID Connect Core §3.1.2.1.
@Suite("prompt and max_age")
struct PromptTests {
  private let stage: StandardVisitor
  init() throws { stage = try StandardVisitor() }

  private func authTime(_ code: String) throws -> Int? {
    try stage.redeem(code)
    let token = try JWS.parse(try stage.visitor.member("id_token"))
    return token.payload["auth_time"]?.integerValue
  }

  // MARK: prompt=none

  @Test("prompt=none without a session answers login_required, and shows no page")
  func silentLogin() throws {
    stage.authorize(["prompt": "none"])
    try stage.expectRedirect(.loginRequired, "login_required")
    #expect(stage.visitor.jar.isEmpty, "no page was shown that could come back")
  }

  @Test("prompt=none with a session and without consent answers consent_required")
  func silentConsent() throws {
    #expect(stage.authorize().typePassword().asksForConsent)
    stage.authorize(["prompt": "none"])
    try stage.expectRedirect(.consentRequired, "consent_required")
  }

  @Test("prompt=none with a session and consent brings a code")
  func silentGrant() throws {
    _ = try stage.code()
    stage.authorize(["prompt": "none"])
    #expect(stage.condition == nil)
    #expect(try stage.redeem(stage.visitor.parameter("code")).status == 200)
  }

  @Test("prompt=none needs consent to each scope, and for this client")
  func silentScopes() throws {
    _ = try stage.code(["scope": "openid email"])
    stage.authorize(["prompt": "none", "scope": "openid"])
    #expect(stage.condition == nil)
    stage.authorize(["prompt": "none", "scope": "openid email phone"])
    try stage.expectRedirect(.consentRequired, "consent_required")
    stage.authorize(["prompt": "none", "scope": "openid", "client_id": "two"])
    try stage.expectRedirect(.consentRequired, "consent_required")
  }

  @Test("consent is one person's: prompt=none asks for that of whoever is signed in")
  func silentPerson() throws {
    _ = try stage.code()
    stage.authorize(["prompt": "login"]).typePassword("bob")
    stage.authorize(["prompt": "none"])
    try stage.expectRedirect(.consentRequired, "consent_required")
  }

  @Test(
    "prompt=none stands alone, and no other word is known",
    arguments: ["none login", "login none", "nothing", "NONE", "login nothing"])
  func words(_ prompt: String) throws {
    stage.authorize(["prompt": prompt])
    try stage.expectRedirect(.parameterInvalid, "invalid_request")
  }

  @Test(
    "a session ends after fourteen days, to the second",
    arguments: [(14 * 86_400 - 1, nil), (14 * 86_400, Condition.loginRequired)])
  func sessionEnds(_ age: Int, _ condition: Condition?) throws {
    _ = try stage.code()
    stage.visitor.now += age
    stage.authorize(["prompt": "none"])
    #expect(stage.condition == condition)
  }

  @Test("a session is its cookie's: without it, or with another value, nobody is signed in")
  func sessionCookie() throws {
    _ = try stage.code()
    let name = "understudy_session"
    let cookie = try #require(stage.visitor.jar[name])
    for other in [nil, "", "x", String(cookie.dropLast()), cookie + "A", cookie.lowercased()] {
      stage.visitor.jar[name] = other
      stage.authorize(["prompt": "none"])
      try stage.expectRedirect(.loginRequired, "login_required")
    }
    stage.visitor.jar[name] = cookie
    stage.authorize(["prompt": "none"])
    #expect(stage.condition == nil)
  }

  @Test("a logout ends the session at the server, and not only the browser's cookie")
  func logout() throws {
    _ = try stage.code()
    let jar = stage.visitor.jar
    stage.visitor.open("/standard/logout")
    // Its form has no address of its own.
    let asking = stage.visitor.page
    let ticket = try #require(
      asking.components(between: "name=\"ticket\" value=\"", and: "\"").first)
    stage.visitor.open("/standard/logout", form: "ticket=\(ticket)")
    stage.visitor.jar = jar
    stage.authorize(["prompt": "none"])
    try stage.expectRedirect(.loginRequired, "login_required")
  }

  @Test(
    "a logout with an ID token asks no question, but one with another person's ID token does",
    arguments: [("alice", false), ("bob", true)])
  func logoutHint(_ signedIn: String, _ asks: Bool) throws {
    try stage.redeem(stage.code())
    let hint = try stage.visitor.member("id_token")
    stage.authorize(["prompt": "login"]).typePassword(signedIn)
    stage.visitor.open("/standard/logout?id_token_hint=\(hint)")
    #expect(stage.visitor.page.contains("name=\"ticket\"") == asks)
    stage.authorize(["prompt": "none"])
    #expect((stage.condition == .loginRequired) != asks)
  }

  // MARK: max_age

  @Test(
    "max_age equal to the session's age still counts; one second more asks again",
    arguments: [(100, false), (101, true), (99, false)])
  func maxAge(_ age: Int, _ asks: Bool) throws {
    _ = try stage.code()
    stage.visitor.now += age
    stage.authorize(["max_age": "100"])
    #expect(stage.asksForPassword == asks)
    #expect(stage.visitor.location.contains("code=") == !asks)
  }

  @Test(
    "prompt=none with a session older than max_age answers login_required",
    arguments: [(100, nil), (101, Condition.loginRequired)])
  func silentMaxAge(_ age: Int, _ condition: Condition?) throws {
    _ = try stage.code()
    stage.visitor.now += age
    stage.authorize(["prompt": "none", "max_age": "100"])
    #expect(stage.condition == condition)
    if condition != nil { try stage.expectRedirect(.loginRequired, "login_required") }
  }

  @Test("max_age=0 asks at once, and one sign-in is enough")
  func maxAgeZero() throws {
    _ = try stage.code()
    #expect(stage.authorize(["max_age": "0"]).asksForPassword)
    stage.typePassword()
    #expect(try stage.redeem(stage.visitor.parameter("code")).status == 200)
  }

  @Test(
    "max_age is a whole number and not below zero",
    arguments: ["-1", "1.5", "soon", "99999999999999999999"])
  func maxAgeNumber(_ value: String) throws {
    stage.authorize(["max_age": value])
    try stage.expectRedirect(.parameterInvalid, "invalid_request")
  }

  // MARK: Asking again

  @Test(
    "a forced sign-in asks whoever is signed in, and auth_time is that of the new one",
    arguments: [["prompt": "login"], ["prompt": "select_account"], ["max_age": "10"]]
      as [StandardVisitor.Changes])
  func forced(_ changes: StandardVisitor.Changes) throws {
    let start = stage.visitor.now
    #expect(try authTime(stage.code()) == start)
    stage.visitor.now += 60
    // Nothing forces it: the session counts.
    #expect(try authTime(stage.code()) == start)
    #expect(stage.authorize(changes).asksForPassword)
    stage.typePassword()
    #expect(try authTime(stage.visitor.parameter("code")) == start + 60)
  }

  @Test("a forced sign-in brings the code of whoever signed in anew")
  func anotherPerson() throws {
    _ = try stage.code()
    stage.authorize(["prompt": "login"]).typePassword("bob").allow()
    try stage.redeem(stage.visitor.parameter("code"))
    try stage.introspect(stage.visitor.member("access_token"))
    #expect(try stage.visitor.member("username") == "bob")
  }

  @Test("a forced sign-in is not passed by sending its ticket to the consent page")
  func notPassed() throws {
    _ = try stage.code()
    stage.visitor.now += 60
    stage.authorize(["prompt": "login"])
    let ticket = try #require(
      stage.visitor.page.components(between: "name=\"ticket\" value=\"", and: "\"").first)
    stage.visitor.open("/standard/consent", form: "ticket=\(ticket)&decision=allow")
    #expect(stage.visitor.location.isEmpty, "\(stage.visitor.location)")
  }

  @Test("prompt=consent asks again for what was allowed before")
  func consentAgain() throws {
    _ = try stage.code()
    stage.authorize(["prompt": "consent"])
    #expect(stage.asksForConsent && !stage.asksForPassword)
    #expect(try stage.redeem(stage.allow().visitor.parameter("code")).status == 200)
  }
}
