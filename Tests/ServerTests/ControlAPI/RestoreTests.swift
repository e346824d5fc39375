import Basics
import Testing

/// All that a sandbox remembers comes back with a checkpoint, and is as it was made after a reset.
@Suite("A sandbox that returns to an earlier state")
struct RestoreTests {
  private let site: Site
  private let box: Box
  private static let quirk = "pkce-plain"
  private static let other = "jwt-access-tokens"

  init() throws {
    site = try Site()
    box = try site.sandbox([
      "answer": ["sign_in": "alice", "consent": "granted"],
      "with": [.init(stringLiteral: "standard.\(Self.quirk)")],
    ])
  }

  private func clock() throws -> JSONValue { try box.order("GET", "/clock") }

  private func quirks() throws -> Set<String> {
    let all = try box.order("GET", "/providers/standard")["quirks"]?.arrayValue ?? []
    return Set(all.filter { $0["on"] == true }.compactMap { $0["id"]?.stringValue })
  }

  /// Changes everything that can be changed by command.
  private func change() throws {
    try box.order("POST", "/clock", ["advance": "P2D", "freeze": true])
    try box.order("POST", "/clock", ["age": "PT2H"])
    try box.order(
      "PUT", "/providers/standard/quirks", ["with": [.init(stringLiteral: Self.other)]])
    try box.order("PUT", "/people/dave", ["password": "secret"])
    try box.order("DELETE", "/people/bob")
    try box.order("PUT", "/answer", ["sign_in": "dave", "consent": "denied"])
    try box.rule(["id": "late", "then": ["delay": 1]])
    try box.order("PUT", "/claims/department", ["in": ["id_token"]])
    try box.order("DELETE", "/clients/standard/native")
  }

  /// What `change` changes, as it can be asked for.
  private func all() throws -> [JSONValue] {
    try [
      "/clock", "/people", "/clients", "/answer", "/rules", "/claims", "/tokens",
      "/providers/standard",
    ].map { try box.order("GET", $0) }
  }

  @Test("by a checkpoint has its codes and tokens, people, answer, rules, clock and quirks again")
  func restored() throws {
    let first = try #require(try box.tokens()["access_token"]?.stringValue)
    try box.order("POST", "/checkpoints", ["name": "one"])
    let before = try all()
    let code = try box.code()
    let second = try #require(try box.redeem(code).json["access_token"]?.stringValue)
    try change()
    for (was, now) in zip(before, try all()) { #expect(was != now, "nothing was changed: \(was)") }
    try box.order("POST", "/checkpoints/one/restore")
    for (was, now) in zip(before, try all()) { #expect(was == now) }
    #expect(try box.userinfo(first).status == 200)
    #expect(try box.userinfo(second).status == 401)
    // What is drawn after a return is not what was drawn before.
    #expect(try box.code() != code)
  }

  @Test("by a checkpoint has the clock that it had then: moved, and standing still or running")
  func clockRestored() throws {
    try box.order("POST", "/clock", ["set": "2031-01-01T00:00:00Z", "freeze": true])
    try box.order("POST", "/checkpoints", ["name": "frozen"])
    try box.order("POST", "/clock", ["freeze": false, "advance": "P1D"])
    try box.order("POST", "/checkpoints", ["name": "running"])
    try box.order("POST", "/clock", ["freeze": true])
    site.now.withLock { $0 += 100 }
    try box.order("POST", "/checkpoints/running/restore")
    #expect(try clock()["frozen"] == false)
    #expect(try clock()["now"] == "2031-01-02T00:01:40Z")
    try box.order("POST", "/checkpoints/frozen/restore")
    #expect(try clock()["frozen"] == true)
    site.now.withLock { $0 += 100 }
    #expect(try clock()["now"] == "2031-01-01T00:00:00Z")
  }

  @Test("has a clock that stands still where it is frozen again, and goes on from there")
  func frozenAgain() throws {
    try box.order("POST", "/clock", ["freeze": true])
    site.now.withLock { $0 += 100 }
    try box.order("POST", "/clock", ["freeze": true])
    #expect(try clock()["now"] == "2020-09-13T12:26:40Z")
    try box.order("POST", "/clock", ["freeze": false])
    site.now.withLock { $0 += 5 }
    #expect(try clock()["now"] == "2020-09-13T12:26:45Z")
    // A clock that runs is not set back by being told to.
    try box.order("POST", "/clock", ["freeze": false])
    #expect(try clock()["now"] == "2020-09-13T12:26:45Z")
  }

  @Test("by a checkpoint has the quirks that were on then, and answers by them")
  func quirksRestored() throws {
    let path = "/providers/standard/quirks"
    try box.order("PUT", path, ["with": [.init(stringLiteral: Self.other)]])
    try box.order("POST", "/checkpoints", ["name": "jwt"])
    try box.order("PUT", path, [:])
    #expect(try quirks().isEmpty)
    #expect(try box.tokens()["access_token"]?.stringValue?.contains(".") == false)
    try box.order("POST", "/checkpoints/jwt/restore")
    #expect(try quirks() == [Self.other])
    #expect(try box.tokens()["access_token"]?.stringValue?.contains(".") == true)
    // Another provider's quirks are switched on top of those that came back.
    try box.order("PUT", "/providers/vk/quirks", [:])
    #expect(try quirks() == [Self.other])
  }

  @Test("by a reset is as it was made: clock, quirks, people, answer, rules, and nothing issued")
  func reset() throws {
    let before = try all()
    let token = try #require(try box.tokens()["access_token"]?.stringValue)
    try change()
    try box.order("POST", "/reset")
    for (was, now) in zip(before, try all()) { #expect(was == now) }
    #expect(try quirks() == [Self.quirk], "those that it was made with")
    #expect(try box.userinfo(token).status == 401)
    #expect(try box.order("GET", "/tokens") == [])
    #expect(try clock()["frozen"] == false && clock()["now"] == "2020-09-13T12:26:40Z")
    #expect(try clock()["aged"] == "PT0S")
    // Another provider's quirks are switched on top of those that it was made with.
    try box.order("PUT", "/providers/vk/quirks", [:])
    #expect(try quirks() == [Self.quirk])
  }

  @Test("keeps its checkpoints and its journal, which tells of the return")
  func kept() throws {
    try box.order("POST", "/checkpoints", ["name": "one"])
    try box.order("POST", "/checkpoints/one/restore")
    try box.order("POST", "/reset")
    let kinds = try box.order("GET", "/journal").arrayValue?.compactMap { $0["kind"]?.stringValue }
    #expect(kinds == ["restore", "reset"])
    #expect(try box.order("GET", "/checkpoints").arrayValue?.count == 1)
  }

  @Test("signs nobody out who was signed in then, and nobody in who signed in since")
  func sessions() throws {
    try box.order("DELETE", "/answer")
    let first = try signIn()
    try box.order("POST", "/checkpoints", ["name": "one"])
    let second = try signIn()
    #expect(try isSignedIn(first) && isSignedIn(second))
    try box.order("POST", "/checkpoints/one/restore")
    #expect(try isSignedIn(first))
    #expect(try !isSignedIn(second))
    try box.order("POST", "/reset")
    #expect(try !isSignedIn(first))
  }

  @Test("signs nobody in who has been removed from the cast")
  func removed() throws {
    try box.order("DELETE", "/answer")
    let cookie = try signIn()
    try box.order("POST", "/checkpoints", ["name": "one"])
    #expect(try isSignedIn(cookie))
    try box.order("DELETE", "/people/alice")
    #expect(try !isSignedIn(cookie))
    try box.order("POST", "/checkpoints/one/restore")
    #expect(try isSignedIn(cookie))
  }

  /// Whether a browser with these cookies is asked for nothing but consent.
  private func isSignedIn(_ cookie: String) throws -> Bool {
    let reply = try box.get(
      "/standard/authorize?client_id=web&redirect_uri=\(Box.callback)&response_type=code"
        + "&scope=openid&prompt=none", ["Cookie": cookie])
    return reply.parameter("error") == "consent_required"
  }

  /// Signs alice in by her password.
  /// - Returns: the browser's cookies.
  private func signIn() throws -> String {
    func cookies(_ reply: Site.Reply) -> [String] {
      reply.headers.filter { $0.name.lowercased() == "set-cookie" }
        .map { String($0.value.prefix { $0 != ";" }) }
    }
    let page = try box.authorize()
    let ticket = try #require(
      page.text.components(separatedBy: "name=\"ticket\" value=\"").dropFirst().first?
        .prefix { $0 != "\"" })
    let browser = cookies(page)
    let reply = try box.post(
      "/standard/login", "ticket=\(ticket)&username=alice&password=wonderland",
      ["Cookie": browser.joined(separator: "; ")])
    let session = cookies(reply)
    #expect(session.contains { $0.hasPrefix("understudy_session=") }, "\(reply.text)")
    return (browser + session).joined(separator: "; ")
  }

  @Test("forgets the oldest of seventeen checkpoints, and replaces one of the same name")
  func sixteen() throws {
    func names() throws -> [String] {
      try box.order("GET", "/checkpoints").arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
    }
    for _ in 0..<2 { try box.order("POST", "/checkpoints", ["name": "c1"]) }
    #expect(try names() == ["c1"])
    for number in 2...16 {
      try box.order("POST", "/checkpoints", ["name": .init(stringLiteral: "c\(number)")])
    }
    #expect(try names() == (1...16).map { "c\($0)" })
    // One of the same name is the newest then, and nothing has to go.
    try box.order("POST", "/checkpoints", ["name": "c1"])
    #expect(try names() == (2...16).map { "c\($0)" } + ["c1"])
    try box.order("POST", "/checkpoints", ["name": "c17"])
    #expect(try names() == (3...16).map { "c\($0)" } + ["c1", "c17"])
    #expect(try box.control("POST", "/checkpoints/c2/restore").status == 404)
    #expect(try box.control("DELETE", "/checkpoints/c2").status == 404)
    #expect(try box.control("POST", "/checkpoints", ["name": ""]).status == 422)
  }
}
