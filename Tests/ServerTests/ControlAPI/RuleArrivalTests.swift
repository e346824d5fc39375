import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

/// Which request a rule hits: the one that arrives, or the sign-in that comes to its end.
@Suite("A rule and the request that it hits")
struct RuleArrivalTests {
  private let stage: RuleStage
  init() throws { stage = try RuleStage() }

  private static let teapot: JSONValue = ["answer": ["status": 418]]

  private func hits(_ match: JSONValue, _ request: () throws -> Answer) throws -> Bool {
    try stage.rules(["id": "r", "match": match, "then": Self.teapot])
    let answer = try request()
    #expect((answer.status == 418) == (answer.rule == "r"))
    #expect(try stage.entry()["rule"] == (answer.rule == nil ? nil : "r"))
    return answer.rule == "r"
  }

  @Test(
    "HEAD is a GET, and no other method is",
    arguments: [
      ("GET", HTTPRequest.Method.get, true), ("GET", .head, true), ("GET", .post, false),
      ("POST", .post, true), ("POST", .get, false), ("POST", .head, false),
    ])
  func methods(_ method: String, _ sent: HTTPRequest.Method, _ isHit: Bool) throws {
    let match: JSONValue = ["endpoint": "userinfo", "method": .init(stringLiteral: method)]
    #expect(try hits(match) { try stage.send(sent, "/standard/userinfo") } == isHit)
  }

  @Test("HEAD shows what a rule does, and counts for nothing")
  func head() throws {
    try stage.rules(["id": "r", "match": ["endpoint": "jwks"], "times": 1, "then": Self.teapot])
    for _ in 0..<3 { #expect(try stage.send(.head, "/standard/jwks").status == 418) }
    #expect(try stage.counts("r") == [0, 0])
    #expect(try stage.send("/standard/jwks").status == 418)
    #expect(try stage.send(.head, "/standard/jwks").status == 200)
  }

  @Test("a grant is that of a token request: the one that is sent, else the provider's first")
  func grants() throws {
    let basic = "client_id=web&client_secret=\(RuleStage.secret)"
    func token(_ form: String) throws -> Answer {
      try stage.send(.post, "/standard/token", form: "\(basic)&\(form)")
    }
    let code: JSONValue = ["grant": "authorization_code"]
    #expect(try hits(code) { try token("grant_type=authorization_code") })
    #expect(try hits(code) { try token("") })
    #expect(try !hits(code) { try token("grant_type=refresh_token") })
    #expect(try hits(["grant": "refresh_token"]) { try token("grant_type=refresh_token") })
    #expect(try !hits(code) { try stage.send("/standard/userinfo") })
    #expect(try !hits(code) { try stage.send("/standard/userinfo?grant_type=authorization_code") })
  }

  @Test("parameters are those of query and form; at an API those of the query too")
  func parameters() throws {
    func hits(_ method: HTTPRequest.Method, _ path: String, _ form: String? = nil) throws -> Bool {
      try self.hits(["parameters": ["a": "1"]]) { try stage.send(method, path, form: form) }
    }
    #expect(try hits(.get, "/standard/userinfo?a=1") && hits(.get, "/standard/jwks?a=1"))
    #expect(try hits(.post, "/standard/userinfo", "a=1"))
    #expect(try hits(.post, "/standard/userinfo?b=2", "a=1"))
    #expect(try !hits(.post, "/standard/userinfo?a=1", "a=2"), "the form comes first")
    #expect(try hits(.post, "/standard/authorize", "a=1") && hits(.get, "/standard/authorize?a=1"))
    #expect(try !hits(.get, "/standard/authorize?a=2"))
  }

  @Test("the client of a form is that of its ticket")
  func tickets() throws {
    let stage = try RuleStage(nil)
    for (client, isHit) in [("web", true), ("native", false)] {
      let page = try stage.authorize()
      try stage.rules([
        "id": "r", "match": ["endpoint": "login", "client": .init(stringLiteral: client)],
        "then": Self.teapot,
      ])
      let answer = try stage.submit(page, to: "/standard/login", "username=alice&password=x")
      #expect((answer.status == 418) == isHit, "\(client)")
    }
  }

  @Test("a cookie and a standing answer say nothing of who an API's caller is")
  func cookies() throws {
    let match: JSONValue = ["endpoint": "userinfo", "person": "alice"]
    #expect(try !hits(match) { try stage.send("/standard/userinfo") })
    let browser = try RuleStage(nil)
    _ = try browser.signIn()
    try browser.rules(["id": "r", "match": match, "then": Self.teapot])
    #expect(browser.cookies["understudy_session"] != nil)
    #expect(try browser.send("/standard/userinfo").status == 401)
    let token = try browser.mint()
    #expect(try browser.userinfo(token).status == 418)
  }

  @Test(
    "a token is its owner's wherever it may come",
    arguments: ["introspect", "revoke"], ["access", "refresh"])
  func owners(_ endpoint: String, _ kind: String) throws {
    let token = try stage.mint(kind)
    let form = "client_id=web&client_secret=\(RuleStage.secret)&token=\(token)"
    for (person, isHit) in [("alice", true), ("bob", false)] {
      let match: JSONValue = [
        "endpoint": .init(stringLiteral: endpoint), "person": .init(stringLiteral: person),
      ]
      #expect(
        try hits(match) { try stage.send(.post, "/standard/\(endpoint)", form: form) } == isHit)
    }
  }

  @Test("a refresh token is none of a resource's")
  func otherKind() throws {
    let token = try stage.mint("refresh")
    let match: JSONValue = ["endpoint": "userinfo", "person": "alice"]
    #expect(
      try !hits(match) {
        try stage.send(.post, "/standard/userinfo", form: "access_token=\(token)")
      })
    let access = try stage.mint()
    #expect(
      try hits(match) {
        try stage.send(.post, "/standard/userinfo", form: "access_token=\(access)")
      })
  }

  @Test("fields may follow a token where the provider has them there, and nowhere else")
  func fields() throws {
    let client = "WebClientKey" + String(repeating: "0", count: 68)
    let oclc = try stage.mint(provider: "oclc", client: client, scopes: ["SCIM"])
    let own = try stage.mint()
    for (target, token, behind, isHit) in [
      ("/oclc/128807.share.worldcat.org/idaas/scim/v2/Me", oclc, "", true),
      ("/oclc/128807.share.worldcat.org/idaas/scim/v2/Me", oclc, ",principalID=\"1\"", true),
      ("/oclc/128807.share.worldcat.org/idaas/scim/v2/Me", oclc, " principalID=\"1\"", true),
      ("/oclc/128807.share.worldcat.org/idaas/scim/v2/Me", oclc, "x", false),
      ("/standard/userinfo", own, "", true), ("/standard/userinfo", own, ",a=\"1\"", false),
      ("/standard/userinfo", own, " a=\"1\"", false),
    ] {
      let isMet = try hits(["endpoint": "resource", "person": "alice"]) {
        try stage.send(target, ["Authorization": "Bearer \(token)\(behind)"])
      }
      #expect(isMet == isHit, "\(target) \(behind)")
    }
  }

  // MARK: Arriving and departing

  @Test("a change of the redirect leaves the pages before it alone, and acts once")
  func pages() throws {
    let stage = try RuleStage(nil)
    try stage.rules([
      "id": "r", "match": ["endpoint": "authorize"], "then": ["change": ["set": ["state": "x"]]],
    ])
    let login = try stage.authorize()
    #expect(login.status == 200 && login.rule == nil)
    #expect(try stage.counts("r") == [0, 0])
    let consent = try stage.submit(
      login, to: "/standard/login", "username=alice&password=wonderland")
    #expect(consent.status == 200 && consent.rule == nil)
    let end = try stage.submit(consent, to: "/standard/consent", "decision=allow")
    #expect(end.parameter("state") == "x" && end.rule == "r")
    #expect(try stage.counts("r") == [1, 1])
  }

  @Test("a rule about a person hits the end of their sign-in, once, by whichever page it comes")
  func people() throws {
    let stage = try RuleStage(nil)
    for (person, isHit) in [("bob", false), ("alice", true)] {
      stage.cookies = [:]
      try stage.rules([
        "id": "r", "match": ["endpoint": "authorize", "person": "alice"],
        "then": ["condition": "temporarily_unavailable"],
      ])
      let end = try stage.signIn(as: person)
      #expect((end.parameter("error") == "temporarily_unavailable") == isHit, "\(end.location)")
      #expect((end.parameter("code") == nil) == isHit)
      #expect(end.parameter("state") == "s-1")
      #expect(try stage.counts("r") == (isHit ? [1, 1] : [0, 0]))
      #expect(try stage.entry()["condition"] == (isHit ? "temporarily_unavailable" : nil))
    }
  }

  @Test("a rule about a person may answer the end of their sign-in itself")
  func answered() throws {
    let stage = try RuleStage(nil)
    try stage.rules(["id": "r", "match": ["person": "alice"], "then": Self.teapot])
    let end = try stage.signIn()
    #expect(end.status == 418 && end.rule == "r")
    #expect(try stage.entry()["outcome"] == "by rule r")
  }

  @Test("a condition is for the authorization request, and for a page on the way only by name")
  func named() throws {
    let stage = try RuleStage(nil)
    func login(_ match: JSONValue) throws -> Answer {
      let page = try stage.authorize()
      try stage.rules(["id": "r", "match": match, "then": ["condition": "user_denied"]])
      let answer = try stage.submit(page, to: "/standard/login", "username=alice&password=x")
      try stage.order(.delete, "/rules")
      return answer
    }
    for match: JSONValue in [["provider": "standard"], ["method": "POST"]] {
      let answer = try login(match)
      #expect(answer.status == 200 && answer.rule == nil)
    }
    let answer = try login(["endpoint": "login"])
    #expect(answer.parameter("error") == "access_denied" && answer.rule == "r")
    #expect(answer.location.hasPrefix(RuleStage.callback))
    #expect(answer.parameter("state") == "s-1")
    try stage.rules([
      "id": "r", "match": ["provider": "standard"], "then": ["condition": "user_denied"],
    ])
    #expect(try stage.authorize().parameter("error") == "access_denied")
  }

  @Test("a condition is no matter where the request can't come to it")
  func impossible() throws {
    try stage.rules(["id": "r", "then": ["condition": "code_expired"]])
    for path in ["/standard/jwks", "/standard/userinfo", "/standard/authorize", "/vk/blank.html"] {
      #expect(try stage.send(path).rule == nil, "\(path)")
    }
    #expect(try stage.counts("r") == [0, 0])
    #expect(try stage.redeem("x").rule == "r")
  }

  @Test("an ordered refusal ends the sign-in: no other rule changes it")
  func orderedFirst() throws {
    try stage.rules(
      ["id": "a", "match": ["endpoint": "authorize"], "then": ["condition": "user_denied"]],
      ["id": "b", "match": ["endpoint": "authorize"], "then": ["change": ["set": ["state": "x"]]]])
    let answer = try stage.authorize()
    #expect(answer.parameter("error") == "access_denied" && answer.parameter("state") == "s-1")
    #expect(answer.rule == "a")
    #expect(try stage.counts("b") == [0, 0])
  }

  @Test("an ordered refusal is told to a page's reader where the redirect URI can't be trusted")
  func untrusted() throws {
    let text = "The person denied the request."
    for words in [text, ""] {
      let file = RuleStage.text("providers/standard.json")
        .replacing(", \"text\": \"\(text)\"", with: words.isEmpty ? "" : ", \"text\": \"\(words)\"")
      let stage = try RuleStage(files: [file])
      try stage.rules([
        "id": "a", "match": ["endpoint": "authorize"], "then": ["condition": "user_denied"],
      ])
      let answer = try stage.send(
        "/standard/authorize?client_id=web&redirect_uri=https://evil.example/&response_type=code")
      #expect(answer.location.isEmpty && answer.status == 400)
      // Where the fixture has no words for it, the engine's stand there.
      #expect(answer.text.contains(text) == !words.isEmpty)
      #expect(answer.text.contains("the rule a sets the condition user_denied") == words.isEmpty)
      #expect(try stage.entry()["condition"] == "user_denied")
    }
  }

  @Test("a change that names the logout hits the logout, and one that does not hits none")
  func logout() throws {
    let id = try stage.mint("id")
    let target =
      "/standard/logout?id_token_hint=\(id)&post_logout_redirect_uri=https://a.example/bye&state=s"
    try stage.order(
      .put, "/clients/standard/web",
      [
        "secret": .init(stringLiteral: RuleStage.secret),
        "redirect_uris": [.init(stringLiteral: RuleStage.callback)],
        "post_logout_redirect_uris": ["https://a.example/bye"],
      ])
    for (match, state) in [
      (["endpoint": "logout"], "x"), ([:], "s"), (["provider": "standard"], "s"),
    ] as [(JSONValue, String)] {
      try stage.rules(["id": "r", "match": match, "then": ["change": ["set": ["state": "x"]]]])
      let answer = try stage.send(target)
      #expect(answer.location == "https://a.example/bye?state=\(state)", "\(answer.text)")
      #expect(answer.rule == (state == "x" ? "r" : nil))
    }
  }
}
