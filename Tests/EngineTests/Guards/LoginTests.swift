import Basics
import HTTPTypes
import ProviderModel
import Testing

/// Who signs in, and with what.
@Suite("A login")
struct LoginTests {
  private static let people = """
    {"schema": 1, "kind": "cast", "people": [
      {"username": "nomail", "password": "pw", "name": "No Mail"},
      {"username": "eve", "password": "", "name": "Eve"}]}
    """
  private static let login = "/oclc/manageduser-ui/cmnd/useraction/login"

  @Test(
    "takes a username or an e-mail address, and exactly its password",
    arguments: [
      ("alice", "wonderland", true), ("alice@example.test", "wonderland", true),
      ("Alice", "wonderland", false), ("alice@example.tes", "wonderland", false),
      ("alice@example.test", "builder", false), ("bob", "wonderland", false), ("", "pw", false),
      ("", "", false), ("nomail", "pw", true), ("eve", "", true), ("nobody", "", false),
    ])
  func password(_ username: String, _ password: String, _ isGood: Bool) throws {
    let visitor = try Visitor("standard", cast: Self.people).open(TranscriptTests.standard + "code")
    visitor.submit(["username": username, "password": password])
    #expect(visitor.page.contains("name=\"decision\"") == isGood)
    #expect((visitor.jar["understudy_session"] != nil) == isGood)
    if !isGood {
      #expect(visitor.told.outcome == .wrongPassword && visitor.status == 200)
      let isKnown = ["alice@example.test", "bob"].contains(username)
      #expect(
        visitor.told.why
          == (isKnown
            ? "the password is not the one that the cast has for this person"
            : "no person of the cast has this name"))
      let remedy = visitor.told.remedy ?? ""
      #expect(remedy.hasPrefix("the cast's people: alice, bob, denies") == !isKnown, "\(remedy)")
      // The page still names the client.
      #expect(visitor.page.contains("to continue to <b>Web app</b>"))
      #expect(visitor.told.client == "web")
    }
  }

  @Test("by a click needs no password, and only somebody whom the cast knows")
  func click() throws {
    let stage = try StandardVisitor().authorize()
    stage.visitor.submit([
      "understudy_person": "nobody", "username": "alice", "password": "wonderland",
    ])
    #expect(stage.visitor.told.outcome == .wrongPassword)
    stage.visitor.submit(["understudy_person": "bob"])
    #expect(stage.asksForConsent && stage.visitor.page.contains("Signed in as Bob Builder"))
  }

  @Test("with another account is offered at the consent of a person who was signed in before")
  func another() throws {
    let stage = try StandardVisitor().authorize().typePassword()
    let offer = "name=\"understudy_another\" value=\"1\">Use another account</button>"
    #expect(stage.asksForConsent && !stage.visitor.page.contains(offer))
    stage.authorize(["state": "again"])
    #expect(stage.asksForConsent && stage.visitor.page.contains(offer))
    stage.visitor.submit(["understudy_another": "1"])
    #expect(stage.asksForPassword && !stage.asksForConsent)
    stage.typePassword("bob")
    #expect(stage.visitor.page.contains("Signed in as Bob Builder"))
    #expect(!stage.visitor.page.contains(offer))
    stage.allow()
    #expect(try stage.visitor.parameter("state") == "again")
    #expect(stage.visitor.told.person == "bob")
  }

  @Test(
    "of a locked account ends at the page, by password and by click",
    arguments: [["username": "locked", "password": "wonderland"], ["understudy_person": "locked"]])
  func locked(_ typed: [String: String]) throws {
    let stage = try StandardVisitor().authorize()
    stage.visitor.submit(typed)
    #expect(stage.visitor.told.outcome == .lockedOut)
    #expect(stage.visitor.told.why == "the cast says that locked is locked out")
    #expect(stage.visitor.page.contains("This account is locked."))
    #expect(stage.visitor.jar["understudy_session"] == nil)
    // Somebody else may go on from the same page.
    #expect(stage.typePassword().asksForConsent)
  }

  @Test(
    "that fails reveals whether the account exists, at a provider that does",
    arguments: [
      ("alice", "Your password is incorrect."), ("", "We can&#39;t seem to find your account."),
      ("nobody", "We can&#39;t seem to find your account."),
      ("bob@example.test", "Your password is incorrect."),
    ])
  func revealed(_ username: String, _ message: String) throws {
    let visitor = try Visitor("azure-ad-b2c").open(TranscriptTests.b2c + "code")
    visitor.submit(["signInName": username, "password": "wrong"])
    #expect(visitor.told.outcome == .wrongPassword)
    #expect(
      visitor.page.contains(message)
        || visitor.page.contains(message.replacing("&#39;", with: "'")), "\(visitor.page)")
  }

  @Test("that fails leads elsewhere where the provider has an address for that")
  func retry() throws {
    let visitor = try Visitor("vk").open(SignInTests.vk).begin()
    visitor.submit(["email": "alice", "pass": "wrong"])
    #expect(visitor.redirects.count == 1)
    #expect(visitor.redirects.first?.hasSuffix("&m=4&email=alice") == true)
    #expect(visitor.page.contains("name=\"pass\"") && visitor.page.contains("class=\"message"))
  }

  @Test(
    "leads to the provider's next address before anything else",
    arguments: [
      (
        "vk", TranscriptTests.vk + "token", ["email": "alice", "pass": "wonderland"],
        "/vk/authorize?"
      ),
      (
        "azure-ad-b2c", TranscriptTests.b2c + "code",
        ["signInName": "alice", "password": "wonderland"],
        "/api/CombinedSigninAndSignup/confirmed?"
      ),
      (
        "oclc", TranscriptTests.oclc + "token", ["username": "alice", "password": "wonderland"],
        "/oclc/wayf/metaauth-ui/cmnd/protocol/acs/saml2?"
      ),
    ])
  func then(_ id: String, _ start: String, _ typed: [String: String], _ next: String) throws {
    let visitor = try Visitor(id).open(start).begin()
    visitor.submit(typed)
    #expect(visitor.redirects.first?.contains(next) == true, "\(visitor.redirects)")
  }

  // MARK: A page of its own

  @Test("page that has an address goes on without asking where somebody has signed in meanwhile")
  func meanwhile() throws {
    let visitor = try Visitor("oclc").open(TranscriptTests.oclc + "token")
    let waiting = try visitor.hidden("RelayState")
    visitor.open(TranscriptTests.oclc + "token")
    visitor.submit(["username": "alice", "password": "wonderland"])
    #expect(visitor.page.contains("name=\"decision\""))
    visitor.open("\(Self.login)?RelayState=\(waiting)")
    #expect(visitor.page.contains("name=\"decision\""))
    #expect(try visitor.hidden("RelayState") != waiting)
    // Its ticket is spent.
    visitor.open("\(Self.login)?RelayState=\(waiting)")
    #expect(visitor.status == 403)
  }

  @Test("page that has an address asks where the login is forced")
  func forced() throws {
    let visitor = try Visitor(
      "oclc", patch: #"{"flow": {"stages": {"login": {"force": {"has": "req.state"}}}}}"#)
    for state in ["", "&state=x"] {
      visitor.jar = [:]
      visitor.open(TranscriptTests.oclc + "token" + state)
      let waiting = try visitor.hidden("RelayState")
      visitor.open(TranscriptTests.oclc + "token")
      visitor.submit(["username": "alice", "password": "wonderland"])
      visitor.open("\(Self.login)?RelayState=\(waiting)")
      #expect(visitor.page.contains("name=\"password\"") == !state.isEmpty)
    }
  }

  @Test(
    "follows next with every printable ASCII character, and with no other",
    arguments: [
      ("!", true), ("~", true), ("*", true), (" ", false), ("\u{7F}", false), ("é", false),
      ("\n", false), ("\0", false),
    ])
  func characters(_ character: String, _ isGood: Bool) throws {
    let target = "/instagram/www.instagram.com/oauth/authorize?state=a\(character)b"
    let visitor = try Visitor("instagram").open(
      "/instagram/www.instagram.com/accounts/login/?next=\(QueryStyle.rfc3986.encode(target))")
    visitor.begin().submit(["username": "alice", "password": "wonderland"])
    let home = "/instagram/www.instagram.com/"
    #expect(visitor.redirects.first == "http://\(Visitor.host)\(isGood ? target : home)")
  }

  // MARK: Refusals that come after the login

  private static let late =
    #"{"errors": {"authorize": {"scope_unknown": {"after_login": true}}}}"#

  @Test("comes before a refusal that the provider tells only then")
  func afterLogin() throws {
    let stage = try StandardVisitor(patch: Self.late).authorize(["scope": "magic"])
    #expect(stage.condition == nil && stage.asksForPassword)
    stage.typePassword()
    #expect(stage.condition == .scopeUnknown)
    // RFC 6749 §4.1.2.1: the state of the request that is refused.
    try stage.expectRedirect(.scopeUnknown, "invalid_scope")
    #expect(stage.visitor.jar["understudy_session"] != nil)
    // Now somebody is signed in.
    stage.authorize(["scope": "magic"])
    try stage.expectRedirect(.scopeUnknown, "invalid_scope")
    // Others are told at once.
    stage.visitor.jar = [:]
    stage.authorize(["response_type": "magic"])
    try stage.expectRedirect(.responseTypeUnsupported, "unsupported_response_type")
  }

  @Test("by way of other addresses comes before such a refusal, too")
  func afterLoginElsewhere() throws {
    let visitor = try Visitor("oclc", patch: Self.late)
    let start = TranscriptTests.oclc.replacingAll("WMS_NCIP", with: "magic") + "token"
    try visitor.call(.get, start)
    #expect(visitor.location.contains("/protocol/samlpost?RelayState="))
    #expect(!visitor.headers.contains(.setCookie), "no page has met the browser")
    visitor.open(start)
    visitor.submit(["username": "alice", "password": "wonderland"])
    #expect(visitor.told.condition == .scopeUnknown)
    #expect(visitor.location.hasPrefix("ncipapp://user_agent_flow#error="))
  }

  @Test("is not needed where the way to it ends: the refusal is told there")
  func hop() throws {
    let patch = #"""
      {"errors": {"authorize": {"scope_unknown": {"after_login": true}}},
       "endpoints": {"samlpost": {"then": null}}}
      """#
    let visitor = try Visitor("oclc", patch: patch).open(
      TranscriptTests.oclc.replacingAll("WMS_NCIP", with: "magic") + "token")
    #expect(visitor.told.condition == .scopeUnknown)
    #expect(visitor.location.hasPrefix("ncipapp://user_agent_flow#error="))
  }
}
