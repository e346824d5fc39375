import Basics
import Testing

@Suite("A rule's match")
struct RuleMatchTests {
  private let box: Box

  init() throws { box = try Site().sandbox() }

  @Test(
    "matches by everything that is known of a request",
    arguments: [
      (["provider": "standard"], true), (["provider": "vk"], false),
      (["endpoint": "userinfo"], true), (["endpoint": "resource"], true),
      (["endpoint": "token"], false), (["method": "GET"], true), (["method": "POST"], false),
      (["client": "web"], true), (["client": "native"], false), (["person": "bob"], true),
      (["person": "alice"], false), (["parameters": ["a": "1"]], true),
      (["parameters": ["a": "2"]], false), (["parameters": ["a": ["matches": "[0-9]"]]], true),
      (["parameters": ["a": ["matches": "[a-z]"]]], false), (["parameters": ["a": true]], true),
      (["parameters": ["a": false]], false), (["parameters": ["b": false]], true),
      (["parameters": ["b": true]], false), ([:], true),
      (["provider": "standard", "client": "web", "person": "bob", "method": "GET"], true),
      (["provider": "standard", "client": "web", "person": "bob", "method": "POST"], false),
    ] as [(JSONValue, Bool)])
  func matching(_ match: JSONValue, _ isMet: Bool) throws {
    let token = try box.order(
      "POST", "/tokens",
      [
        "provider": "standard", "client": "web", "person": "bob", "scopes": ["openid"],
      ])
    try box.rule(["id": "r", "match": match, "then": ["answer": ["status": 418]]])
    let reply = try box.get(
      "/standard/userinfo?a=1", Box.bearer(token["access_token"]?.stringValue ?? ""))
    #expect(reply.status == (isMet ? 418 : 200))
    #expect(reply.header("Understudy-Rule") == (isMet ? "r" : nil))
    let entry = try box.order("GET", "/journal?kind=exchange").arrayValue?.last
    #expect(entry?["rule"] == (isMet ? "r" : nil))
    #expect(try box.order("GET", "/rules/r")["fired"] == (isMet ? 1 : 0))
  }

  @Test("matches a token request by its grant, and the person by code and refresh token")
  func grants() throws {
    try box.rule([
      "match": ["grant": "refresh_token", "person": "alice"],
      "then": ["condition": "refresh_revoked"],
    ])
    let code = try box.authorize(scope: "openid+offline_access").parameter("code")
    let tokens = try box.redeem(code ?? "").json
    #expect(tokens["access_token"] != nil)
    let refused = try box.refresh(tokens["refresh_token"]?.stringValue ?? "")
    #expect(refused.status == 400 && refused.json["error"] == "invalid_grant", "\(refused.text)")
  }

  @Test("lets some pass, acts so often, and then stands aside")
  func counting() throws {
    try box.rule(["id": "r", "skip": 2, "times": 2, "then": ["answer": ["status": 418]]])
    let statuses = try (0..<6).map { _ in try box.get("/vk/authorize").status }
    #expect(statuses.map { $0 == 418 } == [false, false, true, true, false, false])
    let seen = try box.order("GET", "/rules/r")
    #expect(seen["seen"] == 6 && seen["fired"] == 2 && seen["spent"] == true)
  }

  @Test("waits for another rule to have acted, and counts nothing before")
  func after() throws {
    try box.rule([
      ["id": "second", "after": "first", "skip": 1, "then": ["answer": ["status": 599]]],
      [
        "id": "first", "match": ["endpoint": "token"], "times": 1,
        "then": ["answer": ["status": 418]],
      ],
    ])
    for _ in 0..<3 { #expect(try box.get("/vk/authorize").status < 500) }
    #expect(try box.redeem("1").status == 418)
    let statuses = try (0..<3).map { _ in try box.get("/vk/authorize").status == 599 }
    #expect(statuses == [false, true, true])
    #expect(try box.order("GET", "/rules/second")["seen"] == 3)
  }

  @Test("is one of several: the first that matches acts")
  func order() throws {
    try box.rule([
      ["times": 1, "then": ["answer": ["status": 418]]],
      ["then": ["answer": ["status": 599]]],
    ])
    #expect(try box.get("/vk/authorize").status == 418)
    #expect(try box.get("/vk/authorize").status == 599)
    try box.order("DELETE", "/rules")
    #expect(try box.get("/vk/authorize").status < 500)
  }

  @Test("that just missed stands in the journal with what was missing")
  func near() throws {
    try box.rule([
      "id": "r", "match": ["provider": "vk", "client": "4711"], "then": ["reset": true],
    ])
    _ = try box.get("/vk/authorize?client_id=753197")
    let near = try box.order("GET", "/journal").arrayValue?.last?["near"]
    #expect(near == ["rule r would have matched, but client is 753197, not 4711"])
  }
}
