import Basics
import Testing

/// Rules that can't be meant: each is refused with its place, over HTTP as by `understudy check`.
@Suite("A mistaken rule")
struct RuleMistakeTests {
  private let site: Site
  private let box: Box

  /// What is refused leaves nothing behind: one server will do.
  private static let shared = Result { try Site() }

  init() throws {
    site = try Self.shared.get()
    box = try site.sandbox()
  }

  @Test(
    "is refused, with the place",
    arguments: [
      (["then": ["condition": "user_denied"], "time": 1], "/time"),
      (["match": ["provider": "vkk"], "then": ["reset": true]], "/match/provider"),
      (
        ["match": ["provider": "vk", "endpoint": "userinfo"], "then": ["reset": true]],
        "/match/endpoint"
      ),
      (["match": ["grant": "device"], "then": ["reset": true]], "/match/grant"),
      (["match": ["endpoint": "token"], "then": ["condition": "user_denied"]], "/then/condition"),
      (["then": ["answer": ["status": 99]]], "/then/answer/status"),
      (["then": ["answer": ["headers": ["a b": "c"]]]], "/then/answer/headers/a b"),
      (["then": ["answer": ["headers": ["A": "b\r\nC: d"]]]], "/then/answer/headers/A"),
      (["then": ["delay": "soon"]], "/then/delay"), (["then": ["delay": 600_001]], "/then/delay"),
      (["then": ["truncate": -1]], "/then/truncate"),
      (["then": ["reset": true, "close": true]], "/then"), (["then": [:]], "/then"),
      (["match": [:]], ""), (["id": "a b", "then": ["reset": true]], "/id"),
      (
        ["match": ["parameters": ["a": ["matches": "("]]], "then": ["reset": true]],
        "/match/parameters/a/matches"
      ),
      (
        ["then": ["change": ["tokens": ["id": ["signature": "odd"]]]]],
        "/then/change/tokens/id/signature"
      ),
      (["scenario": "slwo"], "/scenario"), (["scenario": "slow", "times": 1], "/times"),
      (["after": "nobody", "then": ["reset": true]], "/after"),
      (["id": "me", "after": "me", "then": ["reset": true]], "/after"),
      (["after": 1, "then": ["reset": true]], "/after"),
    ] as [(JSONValue, String)])
  func mistakes(_ rule: JSONValue, _ pointer: String) throws { try refuse(rule, pointer) }

  @Test(
    "does what can't be done",
    arguments: [
      (["reset": false], ""), (["close": false], ""), (["reset": false, "close": false], ""),
      (["drip": ["bytes": 0]], "/drip/bytes"), (["drip": ["bytes": -1]], "/drip/bytes"),
      (["truncate": 1, "reset": true], ""), (["truncate": 1, "close": true], ""),
      (["drip": [:], "reset": true], ""),
      (["change": ["drop": ["a"]], "answer": [:]], ""),
      (["change": ["drop": ["a"]], "reset": true], ""),
      (["answer": ["body": "a", "json": [:]]], "/answer"),
      (["answer": ["json": JSONValue(.null), "body": ""]], "/answer"),
      (["answer": ["body": [:]]], "/answer/body"),
      (["answer": ["headers": ["Content-Length": "1"]]], "/answer/headers/Content-Length"),
      (
        ["answer": ["headers": ["transfer-encoding": "chunked"]]],
        "/answer/headers/transfer-encoding"
      ),
      (["answer": ["headers": ["Connection": "close"]]], "/answer/headers/Connection"),
      (["answer": ["headers": ["Keep-Alive": "timeout=5"]]], "/answer/headers/Keep-Alive"),
      (["answer": ["headers": ["Upgrade": "h2c"]]], "/answer/headers/Upgrade"),
      (
        ["answer": ["headers": ["Date": "Tue, 01 Jan 2030 00:00:00 GMT"]]], "/answer/headers/Date"
      ),
      (["answer": ["headers": ["A": ""]]], "/answer/headers/A"),
      (["answer": ["headers": ["A": " b"]]], "/answer/headers/A"),
      (["answer": ["headers": ["A": "b\t"]]], "/answer/headers/A"),
      (["answer": ["headers": ["A": "b\u{7F}"]]], "/answer/headers/A"),
      (["answer": ["headers": ["A": 1]]], "/answer/headers/A"),
      (
        ["answer": ["headers": ["A": .init(stringLiteral: String(repeating: "a", count: 16_384))]]],
        "/answer/headers"
      ),
      (["answer": ["headers": ["A": []]]], "/answer/headers/A"),
      (["answer": ["headers": ["A": ["b", ""]]]], "/answer/headers/A/1"),
      (["answer": ["headers": ["A": JSONValue(.null)]]], "/answer/headers/A"),
      (["answer": ["body": "a", "repeat": 0]], "/answer/repeat"),
      (["answer": ["body": "abc", "repeat": 9_999_999]], "/answer/repeat"),
      (["lost": "reset", "answer": [:]], ""), (["lost": "reset", "truncate": 1], ""),
      (["lost": "gone"], "/lost"), (["lost": "close", "close": true], ""),
      (["detour": ["redirect", "train"]], "/detour/1"), (["detour": []], ""),
      (["detour": ["link"], "answer": [:]], ""), (["detour": ["link"], "lost": "close"], ""),
      (["answer": ["status": 204, "body": "a"]], "/answer"),
      (["answer": ["status": 304, "json": 1]], "/answer"),
      (["change": [:]], "/change"), (["change": ["rename": [:]]], "/change"),
      (["change": ["drop": []]], "/change"), (["change": ["twice": false]], "/change"),
      (["change": ["rename": ["code": 1]]], "/change/rename/code"),
      (["change": ["drop": "state"]], "/change/drop"),
      (["change": ["append": [:]]], "/change"), (["change": ["mode": "cookie"]], "/change/mode"),
      (["change": ["way": "redirect"]], "/change/way"),
      (["change": ["keys": ["current", "old"]]], "/change/keys/1"),
      (["change": ["keys": "next"]], "/change/keys"),
      (["change": ["headers": ["A": 1]]], "/change/headers/A"),
      (["change": ["headers": ["Connection": JSONValue(.null)]]], "/change/headers/Connection"),
      (["change": ["jwt": ["alg": "HS256"]]], "/change/jwt/alg"),
      (["change": ["jwt": ["sub": "x"]]], "/change/jwt/sub"),
      (["change": ["tokens": ["id": ["shift": [:]]]]], "/change/tokens/id"),
      (["change": ["tokens": ["id": ["shift": ["iat": "1"]]]]], "/change/tokens/id/shift/iat"),
      (["change": ["tokens": ["id": ["shift": "1"]]]], "/change/tokens/id/shift"),
      (["change": ["tokens": ["id": ["header": [:]]]]], "/change/tokens/id"),
      (
        ["change": ["tokens": ["id": ["header": ["kid": "a"], "kid": "b"]]]],
        "/change/tokens/id/header/kid"
      ),
      (
        ["change": ["tokens": ["id": ["signature": "none", "embed_key": true]]]],
        "/change/tokens/id/embed_key"
      ),
      (["change": ["tokens": [:]]], "/change/tokens"),
      (["change": ["tokens": ["id": [:]]]], "/change/tokens/id"),
      (["change": ["tokens": ["id": ["shift": 0]]]], "/change/tokens/id"),
      (["change": ["tokens": ["id": ["claims": [:]]]]], "/change/tokens/id"),
    ] as [(JSONValue, String)])
  func effects(_ then: JSONValue, _ pointer: String) throws {
    try refuse(["then": then], "/then" + pointer)
  }

  @Test(
    "matches what never comes",
    arguments: [
      (["method": "BREW"], "/method"), (["method": "get"], "/method"),
      (["provider": "standard", "endpoint": "token", "method": "GET"], "/method"),
      (["provider": "vk", "endpoint": "authorize", "method": "POST"], "/method"),
      (["endpoint": "userinfo", "method": "DELETE"], "/method"),
      (["endpoint": "token", "provider": "standard", "method": "HEAD"], "/method"),
      (["endpoint": "token", "method": "OPTIONS"], "/method"),
      (["provider": "standard", "grant": "refresh_token", "method": "GET"], "/method"),
      (["grant": "authorization_code", "endpoint": "authorize"], "/grant"),
      (["grant": "authorization_code", "endpoint": "userinfo"], "/grant"),
      (["endpoint": "login", "person": "alice"], "/person"),
      (["parameters": ["x": [:]]], "/parameters/x"),
      (["parameters": ["x": 1]], "/parameters/x"),
      (["parameters": ["x": JSONValue(.null)]], "/parameters/x"),
      (["parameters": ["x": ["matches": 1]]], "/parameters/x/matches"),
    ] as [(JSONValue, String)])
  func matches(_ match: JSONValue, _ pointer: String) throws {
    try refuse(["match": match, "then": ["reset": true]], "/match" + pointer)
  }

  @Test(
    "changes what is not there",
    arguments: [
      (["endpoint": "token"], ["twice": true], "/twice"),
      (["grant": "authorization_code"], ["twice": true], "/twice"),
      (["endpoint": "token"], ["append": ["state": "a"]], "/append"),
      (["endpoint": "jwks"], ["mode": "query"], "/mode"),
      (["endpoint": "userinfo"], ["way": "link"], "/way"),
      (["endpoint": "metadata"], ["keys": ["next"]], "/keys"),
      (["endpoint": "token"], ["keys": ["next"]], "/keys"),
      (["endpoint": "token"], ["jwt": [:]], "/jwt"),
      (["provider": "vk"], ["jwt": [:]], "/jwt"),
      (["endpoint": "userinfo"], ["scopes": ["openid"]], "/scopes"),
      (["endpoint": "login"], ["drop": ["state"]], ""),
      (["provider": "vk"], ["tokens": ["id": ["kid": "a"]]], "/tokens/id"),
      (["provider": "vk"], ["tokens": ["access": ["kid": "a"]]], "/tokens/access"),
      (["endpoint": "userinfo"], ["tokens": ["id": ["kid": "a"]]], "/tokens/id"),
      (["grant": "client_credentials"], ["tokens": ["id": ["kid": "a"]]], "/tokens/id"),
    ] as [(JSONValue, JSONValue, String)])
  func changes(_ match: JSONValue, _ change: JSONValue, _ pointer: String) throws {
    try refuse(["match": match, "then": ["change": change]], "/then/change" + pointer)
  }

  @Test(
    "is not one that only looks odd",
    arguments: [
      ["then": ["answer": [:]]], ["then": ["answer": ["json": JSONValue(.null)]]],
      ["then": ["answer": ["headers": ["Cache-Control": "no-store", "A": "é b"]]]],
      ["then": ["delay": 5, "reset": true]], ["then": ["delay": 0]],
      ["then": ["truncate": 0, "drip": ["bytes": 1]]], ["then": ["change": ["scopes": []]]],
      ["match": ["endpoint": "token"], "then": ["change": ["scopes": ["openid"]]]],
      ["match": ["endpoint": "jwks", "method": "HEAD"], "then": ["answer": [:]]],
      ["match": ["endpoint": "authorize", "method": "HEAD"], "then": ["answer": [:]]],
      // The sign-in ends where the form is sent to.
      [
        "match": ["provider": "vk", "endpoint": "authorize", "method": "POST"],
        "then": ["change": ["drop": ["state"]]],
      ],
      ["match": ["endpoint": "authorize"], "then": ["change": ["tokens": ["id": ["kid": "a"]]]]],
      [
        "match": ["provider": "azure-ad-b2c"],
        "then": ["change": ["tokens": ["access": ["signature": "bad"]]]],
      ],
    ] as [JSONValue])
  func good(_ rule: JSONValue) throws {
    try box.rule(rule)
  }

  @Test("makes a JWT of the access token that it forges, where a provider has both")
  func forged() throws {
    let rule: JSONValue = [
      "match": ["provider": "standard"],
      "then": ["change": ["tokens": ["access": ["signature": "bad"]]]],
    ]
    let other = try site.sandbox()
    let honest = try #require(try other.tokens()["access_token"]?.stringValue)
    #expect(!honest.contains("."))
    try other.rule(rule)
    let access = try #require(try other.tokens()["access_token"]?.stringValue)
    #expect(access.split(separator: ".").count == 3)
    #expect(try other.userinfo(access).status == 401)
    #expect(try other.userinfo(honest).status == 200)
  }

  private func refuse(_ rule: JSONValue, _ pointer: String) throws {
    let good: JSONValue = ["then": ["reset": true]]
    let one = try box.control("POST", "/rules", rule)
    #expect(one.status == 422, "\(one.text)")
    #expect(one.json["pointer"]?.stringValue == pointer, "\(one.text)")
    let errors = one.json["errors"]?.arrayValue
    #expect(errors?.count == 1, "one mistake is told once: \(one.text)")
    let several = try box.control("PUT", "/rules", [good, rule])
    #expect(several.json["pointer"]?.stringValue == "/1" + pointer, "\(several.text)")
    #expect(try box.order("GET", "/rules") == [], "the good one came in alone")
  }

  /// A handshake comes before the request that names a sandbox.
  @Test("about handshakes acts in the default sandbox alone")
  func handshakes() throws {
    let rule: JSONValue = ["id": "mistaken-tls", "then": ["tls": "expired"]]
    try refuse(rule, "/then/tls")
    let reason =
      "a handshake knows no sandbox: it comes before the request that names one, so only the default sandbox's "
      + "rules act on it; POST the rule to /_understudy/sandboxes/default/rules (at \"/then/tls\")"
    #expect(try box.control("POST", "/rules", rule).json["detail"]?.stringValue == reason)
    let made = try site.control("POST", "/sandboxes", ["rules": [rule]])
    #expect(made.status == 422 && made.json["pointer"] == "/rules/0/then/tls", "\(made.text)")
    let here = try site.control("POST", "/sandboxes/default/rules", rule)
    #expect(here.status == 201, "\(here.text)")
    _ = try site.control("DELETE", "/sandboxes/default/rules/mistaken-tls")
  }

  @Test("with an unknown condition is told which there are")
  func conditions() throws {
    let reply = try box.control(
      "POST", "/rules", ["match": ["endpoint": "authorize"], "then": ["condition": "out_to_lunch"]])
    let detail = try #require(reply.json["detail"]?.stringValue)
    #expect(detail.hasPrefix("there is no condition \"out_to_lunch\" here; known here: "))
    #expect(detail.firstMatch(of: /and [0-9]+ more/) != nil, "\(detail)")
  }

  @Test("with a condition of another endpoint is told of which")
  func elsewhere() throws {
    let reply = try box.control(
      "POST", "/rules",
      [
        "match": ["provider": "standard", "endpoint": "token"],
        "then": ["condition": "user_denied"],
      ])
    let detail = try #require(reply.json["detail"]?.stringValue)
    #expect(
      detail.hasPrefix(
        "\"token\" does not refuse with user_denied: it belongs to the endpoint authorize"),
      "\(detail)")
  }

  @Test("has an id of its own")
  func repeated() throws {
    let rule: JSONValue = ["id": "r", "then": ["reset": true]]
    let reply = try box.control("POST", "/rules", [rule, rule])
    #expect(reply.status == 422 && reply.json["pointer"] == "/1/id", "\(reply.text)")
    try box.rule(rule)
    try box.rule(["id": "r", "then": ["close": true]])
    #expect(try box.order("GET", "/rules").arrayValue?.count == 1)
  }
}
