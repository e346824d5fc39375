import JSON
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
    #expect(entry["why"]?.stringValue?.contains("is refused always") == true)
  }
}
