import Basics
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// The documents that a browser reads, and the account that is signed in.
@Suite("A FedCM identity provider")
struct FedCMAccountTests {
  private let browser: FedCMVisitor
  private var visitor: Visitor { browser.visitor }
  init() throws { browser = try FedCMVisitor() }

  private static let home = "http://127.0.0.1:8400/standard"

  @Test(
    "is found by the well-known file, at the root of the server and of each host",
    arguments: ["/.well-known/web-identity", "/standard/.well-known/web-identity"])
  func wellKnown(path: String) throws {
    try visitor.call(.get, path)
    #expect(visitor.page == "{\"provider_urls\":[\"\(Self.home)/fedcm/config.json\"]}")
    #expect(visitor.headers[.contentType] == "application/json")
  }

  @Test(
    "has its well-known file at a host of its own",
    arguments: [
      ("standard.test", "http://standard.test"),
      ("standard.localhost:8400", "http://standard.localhost:8400"),
    ])
  func ownHost(host: String, home: String) throws {
    let answer = try visitor.send(
      Request(method: .get, authority: host, target: WellKnownPath.webIdentity))
    #expect(
      String(decoding: answer.body, as: UTF8.self)
        == "{\"provider_urls\":[\"\(home)/fedcm/config.json\"]}")
  }

  @Test("names its endpoints in the config file")
  func config() throws {
    try visitor.call(.get, "/standard/fedcm/config.json")
    for (name, path) in [
      ("accounts_endpoint", "accounts"), ("client_metadata_endpoint", "client"),
      ("id_assertion_endpoint", "assertion"), ("disconnect_endpoint", "disconnect"),
      ("login_url", "login"),
    ] {
      #expect(try visitor.member(name) == "\(Self.home)/fedcm/\(path)")
    }
    #expect(try visitor.member("branding").contains("\"name\":\"Standard\""))
  }

  @Test("has the account of the person who has signed in, for the cookie of FedCM alone")
  func account() throws {
    browser.signIn()
    let account = try browser.account()
    #expect(account["id"]?.stringValue == FedCMVisitor.alice)
    #expect(account["name"]?.stringValue == "Alice Liddell")
    #expect(account["email"]?.stringValue == "alice@example.test")
    #expect(account["given_name"]?.stringValue == "Alice")
    #expect(account["approved_clients"]?.arrayValue?.isEmpty == true)
    #expect(account["login_hints"]?.arrayValue?.first?.stringValue == "alice")
    browser.expectShared(false)
    // The session's own cookie comes from pages of the provider alone.
    let session = visitor.jar["understudy_session"] ?? ""
    try browser.accounts(["Cookie": "understudy_session=\(session)"])
    try browser.expectRefusal(.notSignedIn, 401, "access_denied", isShared: false)
  }

  @Test("answers 401 before somebody has signed in, and after they have signed out")
  func signedOut() throws {
    try browser.accounts()
    try browser.expectRefusal(.notSignedIn, 401, "access_denied", isShared: false)
    browser.signIn()
    _ = try browser.account()
    let cookie = visitor.jar["understudy_fedcm"] ?? ""
    visitor.open("/standard/logout").open("/standard/logout", form: Self.ticket(visitor.page))
    #expect(visitor.jar["understudy_fedcm"] == "")
    try browser.accounts(["Cookie": "understudy_fedcm=\(cookie)"])
    try browser.expectRefusal(.notSignedIn, 401, "access_denied", isShared: false)
  }

  private static func ticket(_ page: String) -> String {
    "ticket=" + (page.components(between: "name=\"ticket\" value=\"", and: "\"").first ?? "")
  }

  @Test("tells the browser its login status, and sets a cookie for requests from other sites")
  func status() throws {
    browser.standard.authorize().typePassword()
    let signedIn = visitor.transcript
    #expect(signedIn.contains("Set-Login: logged-in\n"))
    let value = try #require(visitor.jar["understudy_session"])
    #expect(
      signedIn.contains(
        "understudy_fedcm=\(value); Path=/standard; Secure; HttpOnly; SameSite=None\n"))
    visitor.begin().open("/standard/logout")
    visitor.open("/standard/logout", form: Self.ticket(visitor.page))
    #expect(visitor.transcript.contains("Set-Login: logged-out\n"))
    #expect(
      visitor.transcript.contains(
        "understudy_fedcm=; Path=/standard; Max-Age=0; Secure; HttpOnly; SameSite=None\n"))
  }

  @Test("lets people sign in whom no client has sent, and closes the page")
  func login() throws {
    visitor.open("/standard/fedcm/login?login_hint=alice")
    #expect(browser.standard.asksForPassword)
    let page = visitor.page
    browser.type("alice", "wrong", on: page)
    #expect(visitor.page.contains("not right"))
    browser.type("alice", "wonderland", on: page)
    #expect(visitor.status == 200 && visitor.page.contains("IdentityProvider.close()"))
    // The form of another browser is refused, as everywhere.
    visitor.jar = [:]
    browser.type("alice", "wonderland", on: page)
    #expect(visitor.status == 403)
    visitor.open("/standard/fedcm/login?ticket=unknown")
    #expect(visitor.status == 403)
  }

  @Test(
    "answers only requests of the browser itself",
    arguments: [nil, "empty", "document", "WebIdentity"])
  func destination(value: String?) throws {
    browser.signIn()
    let changes: FedCMVisitor.Changes = ["Sec-Fetch-Dest": value]
    try browser.accounts(changes)
    try browser.expectRefusal(.fetchDestinationWrong, 403, "invalid_request", isShared: false)
    try browser.assert([:], changes)
    try browser.expectRefusal(.fetchDestinationWrong, 403, "invalid_request", isShared: false)
    try browser.disconnect([:], changes)
    try browser.expectRefusal(.fetchDestinationWrong, 403, "invalid_request", isShared: false)
    try browser.client("web", changes)
    #expect(browser.standard.condition == .fetchDestinationWrong)
  }

  @Test("hands out the client's texts, to its own pages alone")
  func client() throws {
    let browser = try FedCMVisitor(
      clients: """
        {"provider": "standard", "client_id": "texts", "redirect_uris": ["http://127.0.0.1:7999/cb"],
         "policy_uri": "https://rp.test/privacy", "tos_uri": "https://rp.test/terms"}
        """)
    try browser.client("texts")
    #expect(try browser.visitor.member("privacy_policy_url") == "https://rp.test/privacy")
    #expect(try browser.visitor.member("terms_of_service_url") == "https://rp.test/terms")
    #expect(browser.visitor.headers[.accessControlAllowOrigin] == FedCMVisitor.origin)
    #expect(browser.visitor.headers[.accessControlAllowCredentials] == nil)
    try browser.client("web")
    #expect(browser.visitor.page == "{}")
    try browser.client("nobody")
    #expect(browser.standard.condition == .clientUnknown)
    try browser.client("")
    #expect(browser.standard.condition == .clientMissing)
    try browser.client("texts", ["Origin": "https://evil.test"])
    #expect(browser.standard.condition == .originForbidden)
  }

  @Test("shows no account of a person who is locked out")
  func locked() throws {
    let cast = "{\"provider\": \"standard\", \"client_id\": \"x\", \"redirect_uris\": []}"
    let browser = try FedCMVisitor(clients: cast)
    browser.signIn(as: "locked")
    try browser.accounts()
    #expect(browser.standard.condition == .notSignedIn)
  }
}
