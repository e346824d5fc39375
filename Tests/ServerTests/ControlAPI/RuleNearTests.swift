import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

/// Rules that the journal tells of since they almost hit.
@Suite("A rule that just missed")
struct RuleNearTests {
  private let stage: RuleStage
  init() throws { stage = try RuleStage() }

  private static let teapot: JSONValue = ["answer": ["status": 418]]

  private func near(_ match: JSONValue, _ target: String = "/standard/userinfo?a=1") throws
    -> [String]
  {
    try stage.rules(["id": "r", "match": match, "then": Self.teapot])
    try stage.send(target, ["Authorization": "Basic d2ViOng="])
    return try stage.near()
  }

  @Test(
    "is told of with the one thing that was otherwise",
    arguments: [
      (["provider": "vk"], "provider is standard, not vk"),
      (["host": "oauth.vk.com"], "host is localhost, not oauth.vk.com"),
      (["endpoint": "token"], "endpoint is userinfo, not token"),
      (["method": "POST"], "method is GET, not POST"),
      (["client": "native"], "client is web, not native"),
      (["person": "alice"], "person is not known, not alice"),
      (["grant": "refresh_token"], "grant is not known, not refresh_token"),
      (["parameters": ["a": "2"]], "parameter a is 1, not 2"),
      (["parameters": ["b": "2"]], "parameter b is not known, not 2"),
      (["parameters": ["b": true]], "parameter b is not there"),
      (["parameters": ["a": false]], "parameter a is there"),
      (
        ["parameters": ["a": ["matches": "[2-9]"]]], "parameter a does not match [2-9]"
      ),
      (["when": ["eq": ["{{query.a}}", "2"]]], "its \"when\" does not hold"),
    ] as [(JSONValue, String)])
  func one(_ match: JSONValue, _ miss: String) throws {
    #expect(try near(match) == ["rule r would have matched, but \(miss)"])
    // Two things, and the rule is about something else.
    #expect(try near(match, "/standard/jwks?b=0&x=\(miss.utf8.count)").count <= 1)
  }

  @Test("by two things is not told of", arguments: [true, false])
  func two(isOn: Bool) throws {
    for match: JSONValue in [
      ["client": "native", "person": "alice"], ["endpoint": "token", "parameters": ["b": true]],
      ["client": "native", "when": ["eq": ["{{query.a}}", "2"]]],
      ["client": "native", "person": "alice", "when": ["eq": ["{{query.a}}", "2"]]],
    ] {
      try stage.rules([
        "id": "r", "on": .init(booleanLiteral: isOn), "match": match, "then": Self.teapot,
      ])
      try stage.send("/standard/userinfo?a=1", ["Authorization": "Basic d2ViOng="])
      #expect(try stage.near() == [])
      try stage.rules(["id": "r", "times": 0, "match": match, "then": Self.teapot])
      try stage.send("/standard/userinfo?a=1", ["Authorization": "Basic d2ViOng="])
      #expect(try stage.near() == [])
    }
  }

  @Test("is told of where it is off or spent, and not where it acted or passed")
  func still() throws {
    let match: JSONValue = ["endpoint": "jwks"]
    try stage.rules(["id": "r", "match": match, "times": 1, "then": Self.teapot])
    try stage.send("/standard/jwks")
    #expect(try stage.near() == [])
    try stage.send("/standard/jwks")
    #expect(try stage.near() == ["rule r matches, but has already acted once"])
    try stage.order(.put, "/rules/r", ["on": false])
    try stage.send("/standard/jwks")
    #expect(try stage.near() == ["rule r matches, but is switched off"])
    try stage.rules(["id": "r", "match": match, "skip": 1, "then": Self.teapot])
    try stage.send("/standard/jwks")
    #expect(try stage.near() == [])
  }

  @Test(
    "does not have a long value in the journal: 100 bytes are repeated, and no more",
    arguments: [(100, true), (101, false)])
  func long(_ length: Int, _ isRepeated: Bool) throws {
    let value = String(repeating: "v", count: length)
    let shown = isRepeated ? value : "another one (101 bytes)"
    #expect(
      try near(["parameters": ["a": "2"]], "/standard/userinfo?a=\(value)")
        == ["rule r would have matched, but parameter a is \(shown), not 2"])
    #expect(
      try near(["parameters": ["a": .init(stringLiteral: value)]])
        == ["rule r would have matched, but parameter a is 1, not \(shown)"])
  }

  @Test("is told of once, although a sign-in without a page arrives and departs in one request")
  func once() throws {
    try stage.rules(
      ["id": "r", "match": ["client": "native"], "then": ["change": ["set": ["state": "x"]]]])
    #expect(try stage.authorize().parameter("code") != nil)
    #expect(try stage.near() == ["rule r would have matched, but client is web, not native"])
  }

  @Test("is one of twenty at most in an entry", arguments: [19, 20, 21])
  func most(_ count: Int) throws {
    let rules = (1...count).map { number -> JSONValue in
      [
        "id": .init(stringLiteral: "r-\(number)"), "match": ["endpoint": "token"],
        "then": Self.teapot,
      ]
    }
    try stage.order(.put, "/rules", JSONValue(.array(rules)))
    try stage.send("/standard/jwks")
    let expected = (1...min(count, 20)).map {
      "rule r-\($0) would have matched, but endpoint is jwks, not token"
    }
    #expect(try stage.near() == expected)
  }

  @Test("by the person is told of with who is signed in")
  func person() throws {
    let stage = try RuleStage(nil)
    _ = try stage.signIn()
    try stage.rules(["id": "r", "match": ["person": "bob"], "then": ["condition": "user_denied"]])
    #expect(try stage.authorize("&prompt=consent").status == 200)
    #expect(try stage.near() == ["rule r would have matched, but person is alice, not bob"])
    stage.cookies = [:]
    #expect(try stage.authorize().status == 200)
    #expect(try stage.near() == ["rule r would have matched, but person is not known, not bob"])
  }
}
