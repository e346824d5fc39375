import Basics
import JOSE
import ProviderModel
import Testing

/// OpenID Connect RP-Initiated Logout 1.0, in a browser.
@Suite("A logout in a browser")
struct LogoutRuleTests {
  private static let home = "https://app.example/bye"
  private static let clients = """
    {"provider": "standard", "client_id": "homing", "kind": "public",
     "redirect_uris": ["\(StandardVisitor.callback)"],
     "post_logout_redirect_uris": ["\(home)", "\(home)?a=b"]}
    """
  private let stage: StandardVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try StandardVisitor(clients: Self.clients) }

  private func leave(_ parameters: KeyValuePairs<String, String>) {
    let query = QueryStyle.rfc3986.encode(parameters.map { (name: $0.key, value: $0.value) })
    visitor.open("/standard/logout?\(query)")
  }

  private static let staying = ", so the browser stays here"

  @Test(
    "leads to a registered address, with the state in its query",
    arguments: [
      (home, "s", "\(home)?state=s"), ("\(home)?a=b", "s", "\(home)?a=b&state=s"), (home, "", home),
      (home, "a b&c", "\(home)?state=a%20b%26c"),
      (StandardVisitor.callback, "s", "\(StandardVisitor.callback)?state=s"),
    ])
  func registered(_ uri: String, _ state: String, _ location: String) {
    leave(["post_logout_redirect_uri": uri, "state": state])
    #expect(visitor.location == location)
    #expect(visitor.told.outcome == .signedOut)
    #expect(visitor.told.why == Self.unnamed + ": a strict provider does not redirect")
    leave(["post_logout_redirect_uri": uri, "state": state, "client_id": "homing"])
    #expect(uri == StandardVisitor.callback || visitor.location == location)
    #expect(uri == StandardVisitor.callback || visitor.told.why == nil)
  }

  private static let unnamed = "neither id_token_hint nor client_id names the client"

  @Test("stays here where the request names no client and a quirk needs one")
  func unnamed() throws {
    let visitor = try StandardVisitor(with: ["logout-needs-client"], clients: Self.clients).visitor
    visitor.open("/standard/logout?post_logout_redirect_uri=\(Self.home)")
    #expect(visitor.status == 200 && visitor.location.isEmpty)
    #expect(
      visitor.told.why == "\(Self.unnamed) of post_logout_redirect_uri\(Self.staying)")
    visitor.open("/standard/logout?client_id=homing&post_logout_redirect_uri=\(Self.home)")
    #expect(visitor.location == Self.home && visitor.told.why == nil)
  }

  @Test("stays here without an address, and with an empty one", arguments: [nil, ""] as [String?])
  func nowhere(_ uri: String?) {
    visitor.open("/standard/logout" + (uri.map { "?post_logout_redirect_uri=\($0)" } ?? ""))
    #expect(visitor.status == 200 && visitor.location.isEmpty)
    #expect(visitor.page.contains("You are signed out.") && visitor.told.why == nil)
  }

  @Test("of a client that is not known says so")
  func unknownClient() {
    leave(["client_id": "zz"])
    #expect(visitor.status == 200 && visitor.told.outcome == .signedOut)
    #expect(visitor.told.why == "there is no client \"zz\"" + Self.staying)
    #expect(visitor.page.contains("client_id is not the ID of a client"))
  }

  @Test(
    "stays here where the address is another client's, another provider's or nobody's",
    arguments: [
      (home, "web", " for web, but for homing"), (home, "nobody", " for nobody, but for homing"),
      ("https://oauth.vk.com/blank.html", "", ""), ("https://evil.example/", "", ""),
      (StandardVisitor.callback, "homing", " for homing, but for "),
      ("\(home)/", "homing", " for homing"),
    ])
  func elsewhere(_ uri: String, _ client: String, _ whose: String) {
    leave(["post_logout_redirect_uri": uri, "client_id": client])
    #expect(visitor.status == 200 && visitor.location.isEmpty)
    #expect(visitor.told.outcome == .signedOut)
    #expect(
      visitor.told.why?.hasPrefix("post_logout_redirect_uri \(uri) is not registered\(whose)")
        == true)
    #expect(visitor.told.why?.hasSuffix(Self.staying) == true)
    #expect(visitor.page.contains("post_logout_redirect_uri is not registered"))
    let owner = client.isEmpty ? "the client" : client
    #expect(
      visitor.told.remedy == "add it to post_logout_redirect_uris of \(owner) in its cast")
  }

  @Test("leads nowhere that runs code")
  func scripts() {
    leave(["post_logout_redirect_uri": "javascript:alert(1)"])
    #expect(visitor.location.isEmpty)
    #expect(
      visitor.told.why
        == "post_logout_redirect_uri javascript:alert(1) is always refused" + Self.staying)
    #expect(visitor.told.remedy == "send an https URI")
  }

  @Test("with a hint is its client's, who may be named as well")
  func hint() throws {
    try stage.redeem(stage.code())
    let hint = try visitor.member("id_token")
    for (client, uri, isGood) in [
      ("", StandardVisitor.callback, true), ("web", StandardVisitor.callback, true),
      ("two", StandardVisitor.callback, false), ("", Self.home, false), ("web", Self.home, false),
      ("homing", Self.home, false),
    ] {
      leave([
        "id_token_hint": hint, "client_id": client, "post_logout_redirect_uri": uri,
      ])
      #expect(visitor.location == (isGood ? uri : ""), "\(client) \(uri)")
      if client == "two" {
        #expect(
          visitor.told.why == "client_id is two, and id_token_hint is for web" + Self.staying)
      }
    }
  }

  @Test("with a hint that the secret of its client has signed is its client's, too")
  func secretHint() throws {
    let stage = try StandardVisitor(
      clients: """
        {"provider": "standard", "client_id": "hmac", "secret": "\(StandardVisitor.secret)",
         "id_token_signed_response_alg": "HS256", "redirect_uris": ["\(StandardVisitor.callback)"]}
        """)
    try stage.redeem(stage.code(["client_id": "hmac"]), as: "hmac")
    let hint = try stage.visitor.member("id_token")
    let back = "&post_logout_redirect_uri=\(StandardVisitor.callback)"
    let forged = String(hint.dropLast(4)) + "AAAA"
    stage.visitor.open("/standard/logout?id_token_hint=\(forged)\(back)")
    #expect(stage.visitor.page.contains("Do you want to sign out?"))
    stage.visitor.open("/standard/logout?id_token_hint=\(hint)\(back)")
    #expect(stage.visitor.location == StandardVisitor.callback)
  }

  @Test("with a hint that was not signed here stays, with or without an address")
  func forged() throws {
    try stage.redeem(stage.code())
    let hint = try visitor.member("id_token")
    visitor.jar = [:]
    for wrong in ["x", String(hint.dropLast(6)), hint + "x", String(hint.reversed())] {
      for uri in ["", StandardVisitor.callback] {
        leave(["id_token_hint": wrong, "post_logout_redirect_uri": uri])
        #expect(visitor.status == 200 && visitor.location.isEmpty)
        #expect(
          visitor.told.why
            == "id_token_hint is not an ID token that was signed here" + Self.staying)
      }
    }
    // An empty value counts as absent.
    leave(["id_token_hint": "", "post_logout_redirect_uri": StandardVisitor.callback])
    #expect(visitor.location == StandardVisitor.callback)
  }

  // MARK: The question

  @Test("asks whoever is signed in, and what was asked for follows the answer")
  func asks() throws {
    _ = try stage.code()
    leave(["post_logout_redirect_uri": Self.home, "state": "s"])
    #expect(visitor.page.contains("Do you want to sign out?") && visitor.location.isEmpty)
    #expect(!stage.authorize().asksForPassword, "the session is as before")
    leave(["post_logout_redirect_uri": Self.home, "state": "s"])
    let ticket = try visitor.hidden("ticket")
    // By GET the ticket is no answer.
    visitor.open("/standard/logout?ticket=\(ticket)")
    #expect(visitor.page.contains("Do you want to sign out?"))
    visitor.open("/standard/logout", form: "ticket=\(ticket)")
    #expect(visitor.location == "\(Self.home)?state=s")
    #expect(stage.authorize().asksForPassword)
    visitor.open("/standard/logout", form: "ticket=\(ticket)")
    #expect(visitor.status == 200 && visitor.location.isEmpty, "the ticket is spent")
  }

  @Test("takes a login page's ticket for no answer")
  func otherTicket() throws {
    _ = try stage.code()
    let ticket = try stage.authorize(["prompt": "login"]).visitor.hidden("ticket")
    visitor.open("/standard/logout", form: "ticket=\(ticket)")
    #expect(visitor.page.contains("Do you want to sign out?"))
    #expect(stage.authorize(["prompt": "none"]).condition == nil)
  }

  @Test("reads its parameters from a form, too")
  func form() throws {
    try visitor.post(
      "/standard/logout", ["post_logout_redirect_uri": Self.home, "state": "s"])
    #expect(visitor.location == "\(Self.home)?state=s")
  }

  @Test("asks nothing at a provider whose logout has no such page")
  func neverAsks() throws {
    let visitor = try Visitor("azure-ad-b2c").open(TranscriptTests.b2c + "code")
    visitor.submit(["signInName": "alice", "password": "wonderland"])
    visitor.open(
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/oauth2/v2.0/logout?p=B2C_1_signupsignin")
    #expect(visitor.told.outcome == .signedOut)
    #expect(visitor.page.contains("You signed out of your account."))
    visitor.open(TranscriptTests.b2c + "code")
    #expect(visitor.page.contains("name=\"password\""))
  }

  @Test(
    "may lead to any https address at a provider that does not ask whose it is",
    arguments: [
      ("https://any.example/bye", true, true), ("urn:ietf:wg:oauth:2.0:oob", true, true),
      ("urn:ietf:wg:oauth:2.0:oob:auto", true, true),
      ("urn:ietf:wg:oauth:2.0:oob:auto", false, false),
      ("http://any.example/bye", true, false), ("app:/bye", true, false),
      ("https://any.example/bye", false, false),
      ("http://127.0.0.1:7999/cb", true, true), ("http://127.0.0.1:7999/cb", false, true),
    ])
  func https(_ uri: String, _ isQuirkOn: Bool, _ isGood: Bool) throws {
    let quirk = "logout-to-any-https"
    let visitor = try Visitor(
      "azure-ad-b2c", with: isQuirkOn ? [quirk] : [], without: isQuirkOn ? [] : [quirk])
    visitor.open(
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/oauth2/v2.0/logout?p=B2C_1_signupsignin"
        + "&post_logout_redirect_uri=\(uri)")
    #expect(visitor.location == (isGood ? uri : ""))
    #expect(visitor.page.contains("AADB2C90067: The post logout redirect URI") == !isGood)
    // What is not ours is never asked for where anything goes: a forged hint does no harm.
    guard uri.hasPrefix("https"), isQuirkOn else { return }
    visitor.open(
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/oauth2/v2.0/logout?p=B2C_1_signupsignin"
        + "&id_token_hint=x&post_logout_redirect_uri=\(uri)")
    #expect(visitor.location == uri)
  }
}
