import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

/// What a rule does to the answer, and how the answer travels.
@Suite("A rule's change")
struct RuleChangeTests {
  private let stage: RuleStage
  init() throws { stage = try RuleStage() }

  private func rule(_ then: JSONValue, _ match: JSONValue) throws {
    try stage.rules(["id": "r", "match": match, "then": then])
  }

  private func change(_ change: JSONValue, _ endpoint: JSONValue? = nil) throws {
    try rule(["change": change], endpoint.map { ["endpoint": $0] } ?? [:])
  }

  private func names(_ answer: Answer) throws -> [String] {
    try answer.json().objectValue?.names ?? []
  }

  // MARK: Members

  @Test(
    "renames, sets, drops and orders members, in this order",
    arguments: [
      (["rename": ["token_type": "type"]], "access_token type expires_in id_token scope"),
      (["drop": ["scope", "x"]], "access_token token_type expires_in id_token"),
      (["set": ["a": 1, "scope": 2]], "access_token token_type expires_in id_token scope a"),
      (["order": ["scope", "x", "id_token"]], "scope id_token access_token token_type expires_in"),
      (
        [
          "rename": ["scope": "a"], "set": ["a": 1, "scope": 2], "drop": ["scope"], "order": ["a"],
        ],
        "a access_token token_type expires_in id_token"
      ),
      (["prefix": "x"], "access_token token_type expires_in id_token scope"),
    ] as [(JSONValue, String)])
  func members(_ change: JSONValue, _ expected: String) throws {
    let code = try #require(try stage.authorize().parameter("code"))
    try self.change(change, "token")
    var answer = try stage.redeem(code)
    if change["prefix"] != nil {
      #expect(answer.text.hasPrefix("x{"))
      answer.body.removeFirst()
    }
    #expect(try names(answer) == expected.split(separator: " ").map(String.init))
    if change["set"] != nil { #expect(try answer.json()["a"] == 1) }
  }

  @Test("appends to redirects, and to no JSON")
  func append() throws {
    let code = try #require(try stage.authorize().parameter("code"))
    try change(["append": ["scope": "x", "state": "y"]])
    #expect(
      try names(stage.redeem(code))
        == ["access_token", "token_type", "expires_in", "id_token", "scope"])
    #expect(try stage.authorize().location.hasSuffix("&scope=x&state=y"))
  }

  @Test("of a sign-in is about redirects: a page's JSON stays as it is")
  func pages() throws {
    let file = RuleStage.text("providers/standard.json").replacing(
      "\"login_required\": { \"shape\": \"redirect\"",
      with: "\"login_required\": { \"shape\": \"token-error\"")
    let stage = try RuleStage(nil, files: [file])
    let before = try stage.authorize("&prompt=none")
    #expect(before.status == 400 && before.text.hasPrefix("{\"error\":\"login_required\""))
    try stage.rules([
      "id": "r", "match": ["endpoint": "authorize"],
      "then": ["change": ["set": ["error": "x"], "headers": ["X-Odd": "1"]]],
    ])
    let after = try stage.authorize("&prompt=none")
    #expect(after.rule == "r" && after.headers.contains { $0.name == "X-Odd" })
    #expect(after.text == before.text)
  }

  @Test("puts nothing before a body that is empty")
  func prefix() throws {
    let form = "token=x&client_id=web&client_secret=\(RuleStage.secret)"
    try change(["prefix": "x"], "revoke")
    let revoked = try stage.send(.post, "/standard/revoke", form: form)
    #expect(revoked.status == 200 && revoked.body.isEmpty && revoked.rule == "r")
    try change(["prefix": "x"], "introspect")
    let text = try stage.send(.post, "/standard/introspect", form: form).text
    #expect(text == "x{\"active\":false}")
  }

  @Test("sets, repeats and removes header fields")
  func headers() throws {
    try change(
      ["headers": ["Cache-Control": JSONValue(.null), "X-Odd": ["1", "2"], "Server": "s"]], "jwks")
    let fields = try stage.send("/standard/jwks").headers
    #expect(!fields.contains(.cacheControl) && fields[.server] == "s")
    #expect(fields.filter { $0.name == "X-Odd" }.map(\.value) == ["1", "2"])
    try rule(["answer": ["headers": ["Cache-Control": "max-age=1"]]], ["endpoint": "jwks"])
    let answer = try stage.send("/standard/jwks").headers
    #expect(answer.filter { $0.isNamed(.cacheControl) }.map(\.value) == ["max-age=1"])
    #expect(answer[.server] == "understudy/0" && answer[.contentTypeOptions] == "nosniff")
  }

  @Test("names its rule in the answer, unless the server is to look like the provider")
  func plain() throws {
    for isPlain in [false, true] {
      let stage = try RuleStage { $0.site.isPlain = isPlain }
      try stage.rules(["id": "r", "match": ["endpoint": "jwks"], "then": ["delay": 1]])
      #expect(try stage.send("/standard/jwks").rule == (isPlain ? nil : "r"))
      #expect(try stage.entry()["rule"] == "r")
      #expect(try stage.send("/standard/userinfo").rule == nil)
    }
  }

  @Test(
    "repeats a body as often as it says",
    arguments: [("x", 1), ("x", 3), ("ab", 1), ("ab", 3), ("", 3)])
  func repeated(_ body: String, _ times: Int) throws {
    try rule(
      ["answer": ["body": .init(stringLiteral: body), "repeat": .init(integerLiteral: times)]],
      ["endpoint": "jwks"])
    #expect(try stage.send("/standard/jwks").text == String(repeating: body, count: times))
  }

  // MARK: The way of an answer

  @Test("sends an answer late, in pieces, in part or not at all; HEAD has no pieces")
  func delivery() throws {
    func expect(_ then: JSONValue, _ delivery: Delivery, head: Delivery) throws {
      try rule(then, ["endpoint": "jwks"])
      #expect(try stage.send("/standard/jwks").delivery == delivery)
      #expect(try stage.send(.head, "/standard/jwks").delivery == head)
      try stage.order(.delete, "/rules")
      #expect(try stage.send("/standard/jwks").delivery == .atOnce)
    }
    let (late, closed) = (Delivery(delay: 50), Delivery(ending: .closed))
    let reset = Delivery(ending: .reset)
    let drip = Delivery(drip: Delivery.Drip(bytes: 3, every: 7))
    try expect(["delay": 50], late, head: late)
    try expect(["drip": ["bytes": 3, "every": 7]], drip, head: .atOnce)
    try expect(["truncate": 5], Delivery(ending: .truncated(after: 5)), head: .atOnce)
    try expect(["reset": true], reset, head: reset)
    try expect(["close": true], closed, head: closed)
    try expect(["lost": "close"], closed, head: closed)
    try expect(["lost": "reset"], reset, head: reset)
  }

  @Test(
    "spends no code where the connection ends before anything is decided",
    arguments: ["reset", "close"])
  func unheard(_ way: String) throws {
    let code = try #require(try stage.authorize().parameter("code"))
    try stage.rules([
      "id": "r", "match": ["endpoint": "token"], "times": 1,
      "then": ([:] as JSONValue).with(way, true),
    ])
    #expect(try stage.redeem(code).status == 204)
    #expect(
      try stage.entry()["outcome"]?.stringValue == (way == "reset" ? "reset" : "closed")
        + " by rule r")
    #expect(try stage.redeem(code).status == 200)
  }

  // MARK: The callback

  @Test("takes what a provider puts behind its parameters along, unless they go elsewhere")
  func suffix() throws {
    try stage.order(.put, "/providers/instagram/quirks", ["with": ["basic-display-redirect"]])
    let target =
      "/instagram/oauth/authorize/?client_id=c0ffee00c0ffee00c0ffee00c0ffee00"
      + "&redirect_uri=\(RuleStage.callback)&response_type=code&state="
    for (change, start, end) in [
      (["set": ["state": "x"]], "?code=", "&state=x#_"),
      (["set": ["state": "x"], "mode": "query"], "?code=", "&state=x#_"),
      (["set": ["state": "x"], "mode": "fragment"], "#code=", "&state=x"),
    ] as [(JSONValue, String, String)] {
      try self.change(change, "authorize")
      let location = try stage.send(target).location
      #expect(location.hasPrefix(RuleStage.callback + start), "\(location)")
      #expect(location.hasSuffix(end), "\(location)")
    }
    try stage.order(.delete, "/rules")
    #expect(try stage.send(target).location.hasSuffix("#_"))
  }

  @Test("writes parameters as the provider does where they are")
  func style() throws {
    try stage.order(.put, "/answer", ["sign_in": "alice", "consent": "denied"])
    let target =
      "/oclc/oauth2/authorizeCode?response_type=code&scope=WMS_NCIP&contextInstitutionId=128807"
      + "&authenticatingInstitutionId=128807&redirect_uri=\(RuleStage.callback)&client_id=WebClientKey"
      + String(repeating: "0", count: 68)
    for (change, text) in [
      (["set": ["a": "b c:"]], "&a=b+c%3A"),
      (["set": ["a": "b c:"], "mode": "query"], "&a=b+c%3A"),
      (["set": ["a": "b c:"], "mode": "fragment"], "&a=b%20c:"),
    ] as [(JSONValue, String)] {
      try self.change(change, "authorize")
      let location = try stage.send(target).location
      #expect(location.hasSuffix(text), "\(location)")
    }
  }
}
