import ProviderModel
import Testing

/// When consent is asked for, and what follows from the answer.
@Suite("Consent")
struct ConsentTests {
  private static let alice = ["username": "alice", "password": "wonderland"]

  private func scope(_ stage: StandardVisitor) throws -> String {
    try stage.redeem(stage.visitor.parameter("code"))
    return try stage.visitor.member("scope")
  }

  @Test(
    "is asked for always, for new scopes, or never, as the provider says",
    arguments: [
      ("always", [true, true, true]), ("new", [true, false, true]),
      ("never", [false, false, false]),
    ])
  func ask(_ when: String, _ asks: [Bool]) throws {
    let stage = try StandardVisitor(
      patch: "{\"flow\": {\"stages\": {\"consent\": {\"ask\": \"\(when)\"}}}}")
    for (scope, asks) in zip(["openid", "openid", "openid email"], asks) {
      stage.authorize(["scope": scope])
      if stage.asksForPassword { stage.typePassword() }
      #expect(stage.asksForConsent == asks, "\(scope)")
      if asks {
        #expect(stage.visitor.page.contains("Signed in as Alice Liddell"))
        stage.allow()
      }
      #expect(try self.scope(stage) == scope)
    }
  }

  @Test("to no scope is known, too")
  func nothing() throws {
    let stage = try StandardVisitor()
    stage.authorize(["scope": nil]).typePassword()
    #expect(stage.asksForConsent)
    stage.allow()
    #expect(!stage.authorize(["scope": nil]).asksForConsent)
    #expect(stage.visitor.location.contains("code="))
  }

  @Test("to ticked scopes counts for these alone")
  func ticked() throws {
    let stage = try StandardVisitor()
    stage.authorize(["scope": "openid email"]).typePassword()
    stage.visitor.submit(["decision": "allow", "understudy_scope": "email"])
    #expect(try scope(stage) == "email")
    #expect(!stage.authorize(["scope": "email"]).asksForConsent)
    #expect(stage.authorize(["scope": "openid email"]).asksForConsent)
    // A scope that was not asked for can't be ticked.
    stage.visitor.submit(["decision": "allow", "understudy_scope": "phone"])
    #expect(try stage.redeem(stage.visitor.parameter("code")).status == 200)
    #expect(!stage.visitor.page.contains("phone"))
    #expect(stage.authorize(["scope": "phone"]).asksForConsent)
  }

  @Test("of a page without boxes is to all scopes, and with boxes to none that lacks its tick")
  func boxes() throws {
    let stage = try StandardVisitor()
    for (target, count) in [("/standard/consent", 2), ("/standard/consent?understudy_chosen=1", 0)]
    {
      stage.visitor.jar = [:]
      stage.authorize(["scope": "openid email", "prompt": "consent", "response_type": "token"])
      let ticket = try stage.typePassword().visitor.hidden("ticket")
      stage.visitor.open(target, form: "ticket=\(ticket)&decision=allow")
      let scopes =
        stage.visitor.location.contains("scope=") ? try stage.visitor.parameter("scope") : ""
      #expect(scopes.split(separator: " ").count == count)
    }
  }

  @Test("that is denied is told to the client, and asked for again")
  func denied() throws {
    let stage = try StandardVisitor().authorize().typePassword()
    stage.visitor.submit(["decision": "deny"])
    try stage.expectRedirect(.userDenied, "access_denied")
    #expect(stage.visitor.told.why == "the person refused")
    #expect(stage.visitor.told.person == "alice" && stage.visitor.told.client == "web")
    #expect(stage.authorize().asksForConsent)
  }

  @Test("page that has an address is shown by GET, which grants nothing")
  func get() throws {
    let visitor = try Visitor("oclc").open(TranscriptTests.oclc + "token")
    visitor.submit(Self.alice)
    let ticket = try visitor.hidden("RelayState")
    for _ in 0..<2 {
      visitor.open("/oclc/wskeyws/authorize.jsp?RelayState=\(ticket)&decision=allow")
      #expect(visitor.status == 200 && visitor.location.isEmpty)
      #expect(visitor.page.contains("Signed in as Alice Liddell"))
      #expect(visitor.page.contains("<b>Patron app</b>"))
    }
    visitor.submit(["decision": "allow"])
    #expect(try !visitor.parameter("access_token").isEmpty)
  }

  @Test("page needs somebody who is signed in")
  func nobody() throws {
    let visitor = try Visitor("oclc").open(TranscriptTests.oclc + "token")
    visitor.submit(Self.alice)
    visitor.jar["OCLC_SSO"] = nil
    visitor.submit(["decision": "allow"])
    #expect(visitor.status == 403 && visitor.told.outcome == .staleForm)
  }

  @Test(
    "of the person who always denies ends the sign-in, the first time and the second",
    arguments: [
      ("standard", TranscriptTests.standard + "code", "username", "password"),
      ("vk", TranscriptTests.vk + "token", "email", "pass"),
      ("azure-ad-b2c", TranscriptTests.b2c + "code", "signInName", "password"),
      ("oclc", TranscriptTests.oclc + "token", "username", "password"),
    ])
  func denies(_ id: String, _ start: String, _ name: String, _ password: String) throws {
    let visitor = try Visitor(id)
    for _ in 0..<2 {
      visitor.open(start)
      if visitor.page.contains("name=\"\(password)\"") {
        visitor.submit([name: "denies", password: "wonderland"])
      }
      #expect(visitor.told.condition == .userDenied, "\(visitor.page)")
      #expect(try visitor.parameter("error") == "access_denied")
    }
    #expect(visitor.page.isEmpty || !visitor.page.contains("<form"))
  }

  @Test(
    "of a person who signs in without a page is not asked for, unless a browser's session counts")
  func standing() throws {
    let stage = try StandardVisitor(
      clients: """
        {"provider": "standard", "client_id": "silent", "kind": "public", "sign_in": "alice",
         "redirect_uris": ["\(StandardVisitor.callback)"]}
        """)
    stage.authorize(["client_id": "silent"])
    #expect(try !stage.visitor.parameter("code").isEmpty)
    stage.authorize().typePassword("bob")
    #expect(stage.authorize(["client_id": "silent"]).asksForConsent)
    #expect(stage.visitor.page.contains("Signed in as Bob Builder"))
  }

  // MARK: Flows without one of the steps

  @Test("without a login is nobody's: prompt=none says that it is missing, and nothing is granted")
  func noLogin() throws {
    let stage = try StandardVisitor(patch: #"{"flow": {"stages": {"login": null}}}"#)
    stage.authorize(["prompt": "none"])
    try stage.expectRedirect(.consentRequired, "consent_required")
    #expect(stage.authorize().asksForConsent)
    stage.allow()
    #expect(stage.status == 403 && stage.visitor.location.isEmpty)
  }

  @Test("and login that are both left out grant nothing")
  func noSteps() throws {
    let stage = try StandardVisitor(
      patch: #"{"flow": {"stages": {"login": null, "consent": {"ask": "never"}}}}"#)
    stage.authorize()
    try stage.expectRedirect(.notSignedIn, "access_denied")
    #expect(stage.visitor.told.why == "nobody is signed in")
  }

  @Test(
    "and login take place when their conditions hold",
    arguments: [("x", true), (nil, false)] as [(String?, Bool)])
  func condition(_ hint: String?, _ asks: Bool) throws {
    let stage = try StandardVisitor(
      patch: #"{"flow": {"stages": {"consent": {"when": {"has": "req.login_hint"}}}}}"#)
    stage.authorize(["login_hint": hint]).typePassword()
    #expect(stage.asksForConsent == asks)
    #expect(stage.visitor.location.contains("code=") != asks)
  }

  // MARK: Links that end a sign-in

  private static let finish = #"""
    {"endpoints": {"done": {"kind": "hop", "at": "main:/done", "ticket": "ticket"}},
     "links": {"done": {"to": "done", "query": {"ticket": "{{txn.id}}"}}},
     "flow": {"finish": "done"}}
    """#

  @Test("that is known leads to the provider's last address, and from there to the client")
  func finish() throws {
    let stage = try StandardVisitor(patch: Self.finish)
    _ = try stage.code()
    stage.visitor.begin()
    stage.authorize()
    #expect(stage.visitor.redirects.count == 2)
    #expect(stage.visitor.redirects.first?.contains("/standard/done?ticket=") == true)
    #expect(try !stage.visitor.parameter("code").isEmpty)
  }

  @Test("at VK is known the second time, and the grant still has its own address")
  func grantLink() throws {
    let visitor = try Visitor("vk").open(SignInTests.vk)
    visitor.submit(["email": "alice", "pass": "wonderland"]).submit(["allow": "1"])
    visitor.begin().open(SignInTests.vk)
    #expect(visitor.redirects.count == 2)
    #expect(visitor.redirects.first?.contains("/login.vk.com/?act=grant_access&") == true)
    #expect(try visitor.parameter("user_id") == "1")
    visitor.open(SignInTests.vk + "&revoke=1")
    #expect(visitor.page.contains("name=\"allow\""), "asked for again")
  }

  @Test("at VK offers another account to a person who was signed in before")
  func anotherAtVK() throws {
    let offer = "name=\"understudy_another\" value=\"1\">Use another account</button>"
    let visitor = try Visitor("vk").open(SignInTests.vk)
    visitor.submit(["email": "alice", "pass": "wonderland"])
    #expect(visitor.page.contains(offer))
    visitor.submit(["understudy_another": "1"])
    #expect(visitor.page.contains("name=\"pass\""))
    visitor.submit(["email": "bob", "pass": "builder"]).submit(["allow": "1"])
    #expect(visitor.told.person == "bob")
  }
}
