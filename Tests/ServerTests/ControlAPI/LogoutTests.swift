import Basics
import Testing

/// OpenID Connect RP-Initiated Logout 1.0.
@Suite("A logout")
struct LogoutTests {
  private let site: Site
  private let box: Box
  private let hint: String
  private static let home = "https://app.example/bye"

  init() throws {
    site = try Site()
    box = try site.sandbox([
      "answer": ["sign_in": "alice", "consent": "granted"],
      "cast": [
        "clients": [
          [
            "provider": "standard", "client_id": "other", "redirect_uris": ["https://o.example/cb"],
            "post_logout_redirect_uris": ["https://o.example/bye"],
          ],
          [
            "provider": "standard", "client_id": "web", "secret": .init(stringLiteral: Box.secret),
            "redirect_uris": [.init(stringLiteral: Box.callback)],
            "post_logout_redirect_uris": [.init(stringLiteral: Self.home)],
          ],
        ]
      ],
    ])
    hint = try #require(try box.tokens()["id_token"]?.stringValue)
  }

  private func leave(_ query: String) throws -> (reply: Site.Reply, entry: JSONValue) {
    let reply = try box.get("/standard/logout?\(query)")
    let entry = try box.order("GET", "/journal?endpoint=logout").arrayValue?.last
    return (reply, try #require(entry))
  }

  @Test("leads to where the client of the hint has registered")
  func registered() throws {
    for query in [
      "id_token_hint=\(hint)", "id_token_hint=\(hint)&client_id=web", "client_id=web", "",
    ] {
      let (reply, _) = try leave("\(query)&post_logout_redirect_uri=\(Self.home)&state=s")
      #expect(reply.location == "\(Self.home)?state=s", "\(query): \(reply.text)")
    }
    // An ID token that has expired is a hint all the same.
    try box.order("POST", "/clock", ["advance": "P1D"])
    let (late, _) = try leave("id_token_hint=\(hint)&post_logout_redirect_uri=\(Self.home)")
    #expect(late.location == Self.home)
  }

  @Test("comes back as a rule that names it says, and as it should where a rule means sign-ins")
  func changed() throws {
    let query = "id_token_hint=\(hint)&post_logout_redirect_uri=\(Self.home)&state=s"
    try box.rule(["times": 1, "then": ["change": ["set": ["state": "x"]]]])
    #expect(try leave(query).reply.location == "\(Self.home)?state=s")
    try box.order(
      "PUT", "/rules",
      [
        [
          "match": ["endpoint": "logout"], "times": 1,
          "then": ["change": ["set": ["state": "a b"]]],
        ],
        ["match": ["endpoint": "logout"], "then": ["change": ["drop": ["state"]]]],
      ])
    let (reply, entry) = try leave(query)
    #expect(reply.location == "\(Self.home)?state=a%20b")
    #expect(reply.header("Understudy-Rule") == "rule-2" && entry["rule"] == "rule-2")
    #expect(try leave(query).reply.location == Self.home)
    // A page that leads nowhere has no parameters.
    #expect(try leave("").reply.status == 200)
  }

  @Test("stays where another client has registered the place, and says whose it is")
  func another() throws {
    for query in ["id_token_hint=\(hint)", "client_id=web"] {
      let (reply, entry) = try leave("\(query)&post_logout_redirect_uri=https://o.example/bye")
      #expect(reply.status == 200 && reply.location.isEmpty)
      #expect(reply.text.contains("post_logout_redirect_uri is not registered"))
      #expect(
        entry["why"]
          == "post_logout_redirect_uri https://o.example/bye is not registered for web, but for other, so the browser stays here"
      )
      #expect(
        entry["remedy"] == "add it to post_logout_redirect_uris of web in its cast")
      #expect(entry["clause"] == "OpenID Connect RP-Initiated Logout §3")
    }
  }

  @Test(
    "with a hint that is none of ours stays, and says so",
    arguments: ["nonsense", "eyJhbGciOiJub25lIn0.eyJhdWQiOiJ3ZWIifQ."])
  func forged(_ hint: String) throws {
    for query in ["&post_logout_redirect_uri=\(Self.home)", ""] {
      let (reply, entry) = try leave("id_token_hint=\(hint)\(query)")
      #expect(reply.status == 200 && reply.location.isEmpty)
      #expect(reply.text.contains("id_token_hint is not an ID token of this server"))
      #expect(
        entry["why"]
          == "id_token_hint is not an ID token that was signed here, so the browser stays here")
      #expect(entry["clause"] == "OpenID Connect RP-Initiated Logout §2")
    }
  }

  @Test("with another client's hint stays")
  func mismatched() throws {
    let (reply, entry) = try leave(
      "id_token_hint=\(hint)&client_id=other&post_logout_redirect_uri=https://o.example/bye")
    #expect(reply.status == 200 && reply.location.isEmpty)
    #expect(
      entry["why"]
        == "client_id is other, and id_token_hint is for web, so the browser stays here")
  }

  @Test("leads nowhere that runs code, wherever it leads otherwise")
  func scripts() throws {
    let (reply, entry) = try leave("post_logout_redirect_uri=javascript:alert(1)")
    #expect(reply.status == 200 && reply.location.isEmpty)
    #expect(entry["why"]?.stringValue?.contains("is always refused") == true)
  }

  // MARK: Asking first (§2)

  /// A browser that somebody has signed in with, and its cookies.
  private func signedIn() throws -> (box: Box, cookies: String) {
    let box = try site.sandbox([:])
    let page = try box.get(
      "/standard/authorize?client_id=web&response_type=code&scope=openid&state=s&redirect_uri=\(Box.callback)"
    )
    let first = Self.cookies(page)
    let answer = try box.post(
      "/standard/login", "understudy_person=alice&ticket=\(Self.ticket(page))", ["Cookie": first])
    return (box, first + "; " + Self.cookies(answer))
  }

  private static func cookies(_ reply: Site.Reply) -> String {
    reply.headers.filter { $0.name.lowercased() == "set-cookie" }
      .map { String($0.value.prefix { $0 != ";" }) }.joined(separator: "; ")
  }

  private static func ticket(_ reply: Site.Reply) -> String {
    reply.text.components(separatedBy: "name=\"ticket\" value=\"").dropFirst().first
      .map { String($0.prefix { $0 != "\"" }) } ?? ""
  }

  private func isSignedIn(_ box: Box, _ cookies: String) throws -> Bool {
    let reply = try box.get(
      "/standard/authorize?client_id=web&response_type=code&scope=openid&state=s&prompt=none&redirect_uri=\(Box.callback)",
      ["Cookie": cookies])
    return reply.parameter("error") != "login_required"
  }

  @Test(
    "without a hint of ours asks, and ends nothing before the answer", arguments: ["GET", "POST"])
  func asks(_ method: String) throws {
    let (box, cookies) = try signedIn()
    #expect(try isSignedIn(box, cookies))
    for query in ["", "client_id=web", "id_token_hint=", "id_token_hint=nonsense"] {
      let page =
        method == "GET"
        ? try box.get("/standard/logout?\(query)", ["Cookie": cookies])
        : try box.post("/standard/logout", query, ["Cookie": cookies])
      #expect(page.status == 200 && page.text.contains("Do you want to sign out?"), "\(query)")
      #expect(try isSignedIn(box, cookies), "\(query)")
    }
  }

  @Test(
    "leads where it should once the person has pressed the button, by a ticket that counts once")
  func confirmed() throws {
    let (box, cookies) = try signedIn()
    let page = try box.get(
      "/standard/logout?post_logout_redirect_uri=\(Box.callback)&state=a%20b%26c",
      ["Cookie": cookies])
    let form = "ticket=\(Self.ticket(page))"
    let end = try box.post("/standard/logout", form, ["Cookie": cookies])
    #expect(end.location == "\(Box.callback)?state=a%20b%26c", "\(end.text)")
    #expect(try !isSignedIn(box, cookies))
    let again = try box.post("/standard/logout", form, ["Cookie": cookies])
    #expect(again.status == 200 && again.location.isEmpty, "the ticket is spent")
  }

  @Test("takes no ticket of another browser, and none in an address")
  func foreignTicket() throws {
    let (box, cookies) = try signedIn()
    let page = try box.get("/standard/logout", ["Cookie": cookies])
    let ticket = Self.ticket(page)
    #expect(!ticket.isEmpty)
    // The session's cookie alone, as another browser that has it would send it.
    let others = cookies.components(separatedBy: "; ").filter { $0.hasPrefix("understudy_session") }
    for cookie in [others.joined(separator: "; ") + "; understudy_browser=another"] {
      let reply = try box.post("/standard/logout", "ticket=\(ticket)", ["Cookie": cookie])
      #expect(reply.text.contains("Do you want to sign out?"))
    }
    let get = try box.get("/standard/logout?ticket=\(ticket)", ["Cookie": cookies])
    #expect(get.text.contains("Do you want to sign out?"))
    #expect(try isSignedIn(box, cookies))
  }

  @Test("with nobody signed in asks nothing, and asks with a hint of a session that is not here")
  func asksNothing() throws {
    let (box, cookies) = try signedIn()
    #expect(try !box.get("/standard/logout").text.contains("Do you want"))
    // The server's key has signed the hint, in another sandbox.
    let other = try box.get("/standard/logout?id_token_hint=\(hint)", ["Cookie": cookies])
    #expect(other.text.contains("Do you want to sign out?"))
    #expect(try isSignedIn(box, cookies))
  }
}
