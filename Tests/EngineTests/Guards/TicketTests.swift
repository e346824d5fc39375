import Basics
import HTTPTypes
import ProviderModel
import Testing

/// Tickets tie forms to their request and to their browser (RFC 6749 §10.12).
@Suite("A form's ticket")
struct TicketTests {
  private let stage: StandardVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try StandardVisitor() }

  /// The forms of `standard` that carry a ticket, and how far one has to go to see them.
  enum Form: String, CaseIterable {
    case login, consent, deny

    func target(_ ticket: String) -> (String, form: String?) {
      switch self {
      case .login:
        ("/standard/login", "ticket=\(ticket)&username=alice&password=wonderland")
      case .consent: ("/standard/consent", "ticket=\(ticket)&decision=allow")
      case .deny: ("/standard/deny?ticket=\(ticket)", nil)
      }
    }
  }

  /// Opens the page that has this form, and reads its ticket.
  private func ticket(_ form: Form) throws -> String {
    stage.authorize()
    if form == .consent, stage.asksForPassword { stage.typePassword() }
    return try #require(
      visitor.page.components(between: "name=\"ticket\" value=\"", and: "\"").first)
  }

  private func send(_ form: Form, _ ticket: String) {
    let (target, body) = form.target(ticket)
    visitor.open(target, form: body)
  }

  private func expectRefused(_ before: [String: String]) {
    #expect(visitor.status == 403, "\(visitor.page)")
    #expect(visitor.told.outcome == .staleForm)
    #expect(visitor.location.isEmpty)
    #expect(visitor.jar == before, "nobody is signed in, and no cookie is set")
  }

  @Test("is refused without its browser's cookie, and stays good with it", arguments: Form.allCases)
  func noCookie(_ form: Form) throws {
    let ticket = try ticket(form)
    let jar = visitor.jar
    visitor.jar["understudy_browser"] = nil
    let before = visitor.jar
    send(form, ticket)
    expectRefused(before)
    visitor.jar = jar
    send(form, ticket)
    #expect(visitor.status != 403 && visitor.told.outcome != .staleForm)
  }

  @Test("is refused with another browser's cookie", arguments: Form.allCases)
  func otherBrowser(_ form: Form) throws {
    let ticket = try ticket(form)
    let mine = try #require(visitor.jar["understudy_browser"])
    let session = visitor.jar["understudy_session"]
    visitor.jar = [:]
    stage.authorize()
    let other = try #require(visitor.jar["understudy_browser"])
    #expect(other != mine)
    visitor.jar["understudy_session"] = session
    for value in [other, "", String(mine.dropLast()), mine + "A"] {
      visitor.jar["understudy_browser"] = value
      let before = visitor.jar
      send(form, ticket)
      expectRefused(before)
    }
  }

  @Test("is spent once", arguments: Form.allCases)
  func once(_ form: Form) throws {
    let ticket = try ticket(form)
    send(form, ticket)
    #expect(visitor.told.outcome != .staleForm)
    let before = visitor.jar
    send(form, ticket)
    expectRefused(before)
  }

  @Test("survives a wrong password")
  func wrongPassword() throws {
    let ticket = try ticket(.login)
    visitor.open("/standard/login", form: "ticket=\(ticket)&username=alice&password=wrong")
    #expect(visitor.told.outcome == .wrongPassword && visitor.jar["understudy_session"] == nil)
    send(.login, ticket)
    #expect(stage.asksForConsent)
  }

  @Test(
    "is good for half an hour, to the second", arguments: [(1_799, true), (1_800, false)],
    Form.allCases)
  func lifetime(_ way: (age: Int, isGood: Bool), _ form: Form) throws {
    let ticket = try ticket(form)
    visitor.now += way.age
    let before = visitor.jar
    send(form, ticket)
    #expect((visitor.told.outcome != .staleForm) == way.isGood)
    if !way.isGood { expectRefused(before) }
  }

  @Test("is compared whole", arguments: Form.allCases)
  func text(_ form: Form) throws {
    let ticket = try ticket(form)
    for other in ["", "x", String(ticket.dropLast()), ticket + "A", String(ticket.reversed())] {
      let before = visitor.jar
      send(form, other)
      expectRefused(before)
    }
  }

  @Test("is good at its own provider alone")
  func provider() throws {
    visitor.open(SignInTests.vk)
    let ticket = try #require(
      visitor.page.components(between: "name=\"lg_h\" value=\"", and: "\"").first)
    // The same browser: its cookie has another name there, and this value.
    visitor.jar["understudy_browser"] = visitor.jar["remixstid"]
    let before = visitor.jar
    send(.login, ticket)
    expectRefused(before)
    visitor.submit([:])
  }

  @Test("of a consent form asks for a session, too")
  func noSession() throws {
    let ticket = try ticket(.consent)
    visitor.jar["understudy_session"] = nil
    let before = visitor.jar
    send(.consent, ticket)
    expectRefused(before)
  }

  // MARK: Other providers

  @Test("of a link that grants is this browser's, and spent once")
  func grantLink() throws {
    visitor.open(SignInTests.vk).submit(["email": "alice", "pass": "wonderland"])
    let link = try #require(
      visitor.page.components(between: "action=\"http://\(Visitor.host)", and: "\"")
        .first { $0.contains("act=grant_access") }
    ).replacingAll("&amp;", with: "&")
    let jar = visitor.jar
    for value in [nil, "", "0000000000_000000000000000000"] {
      visitor.jar["remixstid"] = value
      visitor.open(link)
      #expect(visitor.told.outcome == .staleForm && visitor.location.isEmpty)
    }
    visitor.jar = jar
    visitor.open(link)
    #expect(try visitor.parameter("access_token").isEmpty == false)
    visitor.open(link)
    #expect(visitor.told.outcome == .staleForm && visitor.location.isEmpty)
  }

  @Test("in a link between two hosts can't be posted before a browser has seen its page")
  func unbound() throws {
    let state = try relayState()
    let login = "/oclc/manageduser-ui/cmnd/useraction/samllogin"
    visitor.open(login, form: "RelayState=\(state)&username=alice&password=wonderland")
    expectRefused([:])
    visitor.open("/oclc/wskeyws/authorize.jsp", form: "RelayState=\(state)&decision=allow")
    expectRefused([:])
    // Its page binds it: then this browser may go on.
    visitor.open("/oclc/manageduser-ui/cmnd/useraction/login?RelayState=\(state)")
    #expect(stage.asksForPassword)
    visitor.submit(["username": "alice", "password": "wonderland"])
    #expect(stage.asksForConsent)
  }

  @Test("in a link belongs to the browser that opened it first")
  func bound() throws {
    let state = try relayState()
    let page = "/oclc/manageduser-ui/cmnd/useraction/login?RelayState=\(state)"
    visitor.open(page)
    #expect(stage.asksForPassword)
    let jar = visitor.jar
    visitor.jar = [:]
    visitor.open(page)
    #expect(visitor.told.outcome == .staleForm && visitor.status == 403)
    visitor.jar = jar
    visitor.open(page)
    #expect(stage.asksForPassword)
  }

  /// What OCLC's first redirect carries, before any page was opened.
  private func relayState() throws -> String {
    try visitor.call(.get, TranscriptTests.oclc + "token")
    return try visitor.parameter("RelayState")
  }

  @Test(
    "a login follows next to this provider's authorization endpoint and nowhere else",
    arguments: [
      "https://evil.example/", "//evil.example/", "/\\evil.example", "evil.example",
      "/instagram/www.instagram.com/accounts/login/", "/standard/authorize?client_id=web",
      "/instagram/www.instagram.com/oauth/authorize\n",
      "/instagram/www.instagram.comevil/oauth/authorize",
      "/instagram/www.instagram.com//oauth/authorize",
      // What follows the prefix is cut off, and would be put behind the own host.
      "/instagram/www.instagram.comxoauth/authorize",
      "/instagram/www.elsewhere.com/oauth/authorize",
    ])
  func next(_ next: String) throws {
    let encoded = QueryStyle.rfc3986.encode(next)
    visitor.open("/instagram/www.instagram.com/accounts/login/?next=\(encoded)")
    #expect(stage.asksForPassword)
    visitor.submit(["username": "alice", "password": "wonderland"])
    let redirects = visitor.transcript.components(between: "Location: ", and: "\n")
    #expect(
      redirects == ["http://\(Visitor.host)/instagram/www.instagram.com/"], "\(redirects)")
  }

  @Test("a login follows next to the authorization endpoint that it names")
  func goodNext() throws {
    let target =
      "/instagram/www.instagram.com/oauth/authorize?client_id=1f074f314d1347789cc9d9a9d19ee342"
      + "&redirect_uri=nsscreencast://instagram_callback&response_type=token"
    visitor.open(
      "/instagram/www.instagram.com/accounts/login/?next=\(QueryStyle.rfc3986.encode(target))")
    visitor.submit(["username": "alice", "password": "wonderland"])
    let redirects = visitor.transcript.components(between: "Location: ", and: "\n")
    #expect(redirects == ["http://\(Visitor.host)\(target)"])
  }
}
