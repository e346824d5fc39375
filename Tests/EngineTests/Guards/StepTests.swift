import Basics
import HTTPTypes
import ProviderModel
import Testing

/// Hops, choices and denial links: the steps of a sign-in that are neither login nor consent.
@Suite("A step of a sign-in")
struct StepTests {
  private static let cast = """
    {"schema": 1, "kind": "cast",
     "tables": {"oclc": {"institutions": [{"id": "128807", "name": "Sandbox"}, {"id": "91475", "name": "Second"}]}},
     "clients": [
      {"provider": "oclc", "client_id": "silent", "kind": "public", "sign_in": "alice",
       "consent": "granted", "redirect_uris": ["ncipapp://user_agent_flow"]},
      {"provider": "standard", "client_id": "shut", "kind": "public", "sign_in": "locked",
       "redirect_uris": ["\(StandardVisitor.callback)"]},
      {"provider": "oclc", "client_id": "shut", "kind": "public", "sign_in": "locked",
       "redirect_uris": ["ncipapp://user_agent_flow"]}]}
    """
  private static let patron = "MobileClientKey" + String(repeating: "0", count: 65)
  private static func start(_ client: String = patron) -> String {
    "/oclc/oauth2/authorizeCode?client_id=\(client)&redirect_uri=ncipapp://user_agent_flow"
      + "&scope=WMS_NCIP&response_type=token"
  }
  private static let choose = "/oclc/wayf/metaauth-ui/cmnd/wayf/selectInstitution"

  private func visitor(_ patch: String? = nil) throws -> Visitor {
    let text = patch.map { Visitor.text("oclc", patch: $0) }
    return try Visitor("oclc", cast: Self.cast, text: text)
  }

  // MARK: Choices

  @Test("is a choice among the records of a table, which the answer tells")
  func choice() throws {
    let visitor = try visitor().open(Self.start())
    let buttons = visitor.page.components(between: "name=\"choice\" value=\"", and: "\"")
    #expect(buttons.contains("128807") && buttons.contains("91475"))
    visitor.submit(["choice": "91475"])
    #expect(visitor.page.contains("name=\"password\""))
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    #expect(try visitor.parameter("context_institution_id") == "91475")
    #expect(try visitor.parameter("authenticating_institution_id") == "91475")
  }

  @Test("is a choice that is made once, also where the stage has no condition")
  func choiceWithoutCondition() throws {
    let visitor = try visitor(#"{"flow": {"stages": {"institution": {"when": null}}}}"#)
    visitor.open(Self.start()).submit(["choice": "91475"])
    #expect(visitor.page.contains("name=\"password\""))
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    #expect(try visitor.parameter("authenticating_institution_id") == "91475")
  }

  @Test(
    "is no choice of anything that the table lacks", arguments: ["", "1", "Sandbox", "128807 "])
  func wrongChoice(_ choice: String) throws {
    let visitor = try visitor().open(Self.start())
    visitor.submit(["choice": choice])
    #expect(visitor.status == 200 && visitor.location.isEmpty)
    #expect(visitor.page.contains("choose one of the list"))
    // The page is shown again, and its ticket is as good as before.
    visitor.submit(["choice": "128807"])
    #expect(visitor.page.contains("name=\"password\""))
  }

  @Test("is shown by GET, which chooses nothing, and taken once")
  func chooseOnce() throws {
    let visitor = try visitor().open(Self.start())
    let ticket = try visitor.hidden("RelayState")
    visitor.open("\(Self.choose)?RelayState=\(ticket)&choice=128807")
    #expect(visitor.page.contains("name=\"choice\""))
    #expect(visitor.told.client == Self.patron)
    visitor.open(Self.choose, form: "RelayState=\(ticket)&choice=128807")
    #expect(visitor.page.contains("name=\"password\""))
    visitor.open(Self.choose, form: "RelayState=\(ticket)&choice=128807")
    #expect(visitor.status == 403 && visitor.told.outcome == .staleForm)
  }

  @Test("belongs to the browser that saw the choice, and needs a ticket")
  func chooser() throws {
    let visitor = try visitor().open(Self.start())
    let ticket = try visitor.hidden("RelayState")
    visitor.jar = [:]
    for form in ["RelayState=\(ticket)&choice=128807", "choice=128807"] {
      visitor.open(Self.choose, form: form)
      #expect(visitor.status == 403)
    }
    visitor.open("\(Self.choose)?RelayState=\(ticket)")
    #expect(visitor.status == 403)
  }

  @Test("is left out where the request has made the choice")
  func chosen() throws {
    let visitor = try visitor().open(
      Self.start() + "&authenticatingInstitutionId=91475&contextInstitutionId=91475")
    #expect(visitor.page.contains("name=\"password\""))
  }

  @Test("is the first record where a person signs in without a page")
  func firstChoice() throws {
    let visitor = try visitor().open(Self.start("silent"))
    #expect(try !visitor.parameter("access_token").isEmpty)
    #expect(try visitor.parameter("context_institution_id") == "128807")
  }

  @Test("is a page where there is no record to take")
  func noChoice() throws {
    let visitor = try visitor(
      #"""
      {"tables": {"empty": {"key": "id"}}, "endpoints": {"institution": {"table": "empty"}}}
      """#
    ).open(Self.start("silent"))
    #expect(visitor.status == 200 && visitor.location.isEmpty)
    #expect(visitor.page.contains("Choose your institution"))
    #expect(!visitor.page.contains("name=\"choice\""))
  }

  // MARK: Hops

  @Test("is a hop that tells for whom it passes the browser on")
  func hop() throws {
    let visitor = try visitor()
    try visitor.call(.get, TranscriptTests.oclc + "token")
    let hop = String(visitor.location.dropFirst("http://\(Visitor.host)".count))
    #expect(hop.contains("/samlpost?RelayState="))
    #expect(!visitor.headers.contains(.setCookie))
    try visitor.call(.get, hop)
    #expect(visitor.location.contains("/cmnd/useraction/login?RelayState="))
    #expect(visitor.told.client == Self.patron)
    #expect(!visitor.headers.contains(.setCookie))
    // The login page is the first to meet the browser.
    try visitor.call(.get, String(visitor.location.dropFirst("http://\(Visitor.host)".count)))
    #expect(visitor.headers.contains(.setCookie) && visitor.told.client == Self.patron)
  }

  @Test("is a hop with a ticket, which the last one spends")
  func hopTicket() throws {
    let visitor = try visitor()
    for target in [
      "/oclc/wayf/metaauth-ui/cmnd/protocol/samlpost",
      "/oclc/wayf/metaauth-ui/cmnd/protocol/acs/saml2?RelayState=x",
    ] {
      visitor.open(target)
      #expect(visitor.status == 403 && visitor.told.outcome == .staleForm)
    }
    visitor.open(TranscriptTests.oclc + "token").begin()
    visitor.submit(["username": "alice", "password": "wonderland"])
    let last = try #require(visitor.redirects.first { $0.contains("/acs/saml2?") })
    visitor.open(String(last.dropFirst("http://\(Visitor.host)".count)))
    #expect(visitor.status == 403)
  }

  // MARK: Denial links

  @Test(
    "is a denial by a link, whose parameter selects the condition",
    arguments: [
      ("AADB2C90091", Condition.userDenied, "AADB2C90091: "),
      ("AADB2C90118", Condition("password_forgotten"), "AADB2C90118: "),
      ("AADB2C1", .userDenied, "AADB2C90091: "), ("", .userDenied, "AADB2C90091: "),
    ])
  func denial(_ code: String, _ condition: Condition, _ text: String) throws {
    let visitor = try Visitor("azure-ad-b2c").open(TranscriptTests.b2c + "code")
    let link = try #require(
      visitor.page.components(between: "<a id=\"cancel\" href=\"http://\(Visitor.host)", and: "\"")
        .first)
    visitor.open(
      link.replacing("&amp;", with: "&").replacing("code=AADB2C90091", with: "code=\(code)"))
    #expect(visitor.told.condition == condition)
    #expect(try visitor.parameter("error") == "access_denied")
    #expect(try visitor.parameter("error_description").hasPrefix(text))
  }

  @Test("is a denial by the condition that the endpoint names")
  func ownCondition() throws {
    let stage = try StandardVisitor(
      patch: #"{"endpoints": {"deny": {"condition": "temporarily_unavailable"}}}"#)
    stage.authorize().visitor.cancel()
    try stage.expectRedirect(.temporarilyUnavailable, "temporarily_unavailable")
    #expect(stage.visitor.told.client == "web")
  }

  @Test("is a denial that may name who is signed in")
  func who() throws {
    let stage = try StandardVisitor(
      patch: #"{"errors": {"authorize": {"user_denied": {"text": "{{person.name}} says no."}}}}"#)
    _ = try stage.code()
    stage.authorize(["prompt": "login"]).visitor.cancel()
    try stage.expectRedirect(.userDenied, "access_denied")
    #expect(try stage.visitor.parameter("error_description") == "Alice Liddell says no.")
  }

  @Test("is no denial or grant by a ticket that no browser has seen")
  func unbound() throws {
    let visitor = try visitor(
      #"{"endpoints": {"deny": {"kind": "deny", "at": "authn:/deny", "ticket": "RelayState"}}}"#)
    try visitor.call(.get, TranscriptTests.oclc + "token")
    let ticket = try visitor.parameter("RelayState")
    visitor.open("/oclc/deny?RelayState=\(ticket)")
    #expect(visitor.status == 403 && visitor.location.isEmpty)
    visitor.open("/oclc/manageduser-ui/cmnd/useraction/login?RelayState=\(ticket)")
    visitor.open("/oclc/deny?RelayState=\(ticket)")
    #expect(try visitor.parameter("error") == "access_denied")
  }

  // MARK: Locked people

  @Test("is a page that says so where the person who signs in without a page is locked out")
  func locked() throws {
    let visitor = try visitor().open(
      "/standard/authorize?client_id=shut&redirect_uri=\(StandardVisitor.callback)"
        + "&response_type=code&scope=openid")
    #expect(visitor.told.outcome == .lockedOut)
    #expect(visitor.told.why == "the cast says that locked is locked out")
    #expect(visitor.page.contains("This account is locked."))
    // Somebody else may sign in there.
    visitor.submit(["username": "bob", "password": "builder"])
    #expect(visitor.page.contains("Signed in as Bob Builder"))
  }

  @Test("leads a locked person to the login where that has another address")
  func lockedElsewhere() throws {
    let visitor = try visitor()
    let start =
      Self.start("shut") + "&authenticatingInstitutionId=128807&contextInstitutionId=128807"
    try visitor.call(.get, start)
    #expect(visitor.told.outcome == .lockedOut)
    #expect(visitor.location.contains("/samlpost?RelayState="))
    #expect(!visitor.headers.contains(.setCookie))
    visitor.open(start).submit(["username": "bob", "password": "builder"])
    #expect(visitor.page.contains("name=\"decision\""))
  }
}
