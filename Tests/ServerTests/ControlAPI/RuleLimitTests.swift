import Basics
import Testing

@Suite("A rule's limit")
struct RuleLimitTests {
  private let site: Site
  private let box: Box

  init() throws {
    site = try Site()
    box = try site.sandbox()
    // The clock stands still unless a test moves it.
    try box.order("POST", "/clock", ["freeze": true])
  }

  private func statuses(_ count: Int, _ target: String = "/standard/userinfo") throws -> [Int] {
    try (0..<count).map { _ in try box.get(target).status }
  }

  @Test("lets so many requests pass, and the next ones when the window has ended")
  func windows() throws {
    try box.rule([
      "id": "r", "match": ["endpoint": "userinfo"], "limit": ["requests": 2, "per": "PT30S"],
    ])
    #expect(try statuses(4) == [401, 401, 429, 429])
    try box.order("POST", "/clock", ["advance": "PT29S"])
    let refused = try box.get("/standard/userinfo")
    #expect(refused.status == 429 && refused.header("Retry-After") == "1")
    #expect(refused.header("Understudy-Rule") == "r")
    #expect(refused.json["error"] == "too_many_requests")
    #expect(refused.json["error_description"] == "Too many requests: 2 are allowed.")
    try box.order("POST", "/clock", ["advance": "PT1S"])
    #expect(try statuses(3) == [401, 401, 429])
  }

  @Test("begins its window with the first request, and not with the minute")
  func fixed() throws {
    try box.rule(["match": ["endpoint": "userinfo"], "limit": ["requests": 1, "per": "PT1M"]])
    #expect(try statuses(1) == [401])
    try box.order("POST", "/clock", ["advance": "PT59S"])
    #expect(try statuses(1) == [429])
    try box.order("POST", "/clock", ["advance": "PT1S"])
    #expect(try statuses(2) == [401, 429])
    // What was issued grows older with what was counted.
    try box.order("POST", "/clock", ["age": "PT1M"])
    #expect(try statuses(2) == [401, 429])
  }

  @Test("says why, how long to wait, and by which clause")
  func why() throws {
    try box.rule([
      "id": "r", "match": ["endpoint": "userinfo"], "limit": ["requests": 0, "per": "PT90S"],
    ])
    _ = try box.get("/standard/userinfo")
    let entry = try #require(try box.order("GET", "/journal?kind=exchange").arrayValue?.last)
    #expect(
      entry["why"] == "the rule r lets 0 requests pass in PT1M30S, and this is number 1")
    #expect(
      entry["remedy"] == "wait 90 s, as Retry-After says, or advance the sandbox's clock")
    #expect(entry["clause"] == "RFC 6585 §4" && entry["condition"] == "rate_limited")
  }

  @Test("shows its window, and counts what acted")
  func shown() throws {
    try box.rule([
      "id": "r", "match": ["endpoint": "userinfo"], "limit": ["requests": 2, "per": "PT30S"],
    ])
    #expect(try box.order("GET", "/rules/r")["window"] == nil)
    _ = try statuses(3)
    let rule = try box.order("GET", "/rules/r")
    #expect(rule["seen"] == 3 && rule["fired"] == 1 && rule["spent"] == false)
    #expect(
      rule["window"] == ["requests": 3, "left": 0, "ends": "2020-09-13T12:27:10Z"], "\(rule)")
    // What is shown may be sent again.
    try box.order("PUT", "/rules", [rule])
    #expect(try box.order("GET", "/rules/r")["seen"] == 0)
    #expect(try statuses(3) == [401, 401, 429])
  }

  @Test("belongs to the state of its sandbox")
  func state() throws {
    try box.rule([
      "id": "r", "match": ["endpoint": "userinfo"], "limit": ["requests": 2, "per": "PT30S"],
    ])
    #expect(try statuses(1) == [401])
    try box.order("POST", "/checkpoints", ["name": "one-left"])
    #expect(try statuses(2) == [401, 429])
    try box.order("POST", "/checkpoints/one-left/restore")
    #expect(try statuses(2) == [401, 429])
    // HEAD answers what GET would, and counts for nothing.
    try box.order("POST", "/checkpoints/one-left/restore")
    let head = "/_sandbox/\(box.id)/standard/userinfo"
    for _ in 0..<3 { #expect(try site.send("HEAD", head).status == 401) }
    #expect(try statuses(2) == [401, 429])
  }

  @Test("has the provider's own words and header fields, also while requests pass")
  func own() throws {
    try box.rule(["match": ["provider": "instagram"], "limit": ["requests": 1, "per": "PT1H"]])
    let token = try box.order(
      "POST", "/tokens",
      [
        "provider": "instagram", "client": "c0ffee00c0ffee00c0ffee00c0ffee00", "person": "alice",
      ])["access_token"]?.stringValue
    let target = "/instagram/v1/users/self/?access_token=\(token ?? "")"
    let passed = try box.get(target)
    #expect(passed.status == 200 && passed.header("X-Ratelimit-Limit") == "1")
    #expect(passed.header("X-Ratelimit-Remaining") == "0" && passed.header("Retry-After") == nil)
    let refused = try box.get(target)
    #expect(refused.status == 429 && refused.header("Retry-After") == "3600")
    #expect(refused.json["error_type"] == "OAuthRateLimitException")
  }

  @Test("may answer otherwise, and at every endpoint")
  func otherwise() throws {
    try box.rule([
      [
        "match": ["endpoint": "token"], "limit": ["requests": 0, "per": "PT5S"],
        "then": ["answer": ["status": 429]],
      ],
      [
        "match": ["endpoint": "authorize"], "limit": ["requests": 1, "per": "PT5S"],
        "then": ["condition": "temporarily_unavailable"],
      ],
      [
        "match": ["endpoint": "userinfo"], "limit": ["requests": 0, "per": "PT5S"],
        "then": ["answer": ["status": 503, "headers": ["Retry-After": "99"]]],
      ],
    ])
    let token = try box.redeem("1")
    #expect(token.status == 429 && token.header("Retry-After") == "5")
    #expect(try box.authorize().parameter("code") != nil)
    let refused = try box.authorize()
    #expect(refused.parameter("error") == "temporarily_unavailable")
    #expect(refused.header("Retry-After") == nil)
    #expect(try box.get("/standard/userinfo").header("Retry-After") == "99")
  }

  @Test("counts what passed those that it skips, and acts so often")
  func counting() throws {
    try box.rule([
      "id": "r", "match": ["endpoint": "userinfo"], "skip": 1, "times": 1,
      "limit": ["requests": 1, "per": "PT1S"],
    ])
    #expect(try statuses(5) == [401, 401, 429, 401, 401])
    #expect(try box.order("GET", "/rules/r")["seen"] == 5)
  }

  @Test(
    "that can't be meant is refused",
    arguments: [
      (["limit": ["requests": 1]], "/limit"), (["limit": ["per": "PT1S"]], "/limit"),
      (["limit": ["requests": -1, "per": "PT1S"]], "/limit/requests"),
      (["limit": ["requests": 1, "per": "PT0.5S"]], "/limit/per"),
      (["limit": ["requests": 1, "per": "PT0S"]], "/limit/per"),
      (["limit": ["requests": 1, "per": 1]], "/limit/per"),
      (["limit": ["requests": 1, "per": "P2D"]], "/limit/per"),
      (["limit": ["requests": 1, "per": "PT1S", "by": "client"]], "/limit/by"),
      (["limit": ["requests": 1, "per": "PT1S"], "match": ["endpoint": "token"]], "/limit"),
    ] as [(JSONValue, String)])
  func mistakes(_ rule: JSONValue, _ pointer: String) throws {
    let reply = try box.control("POST", "/rules", rule)
    #expect(reply.status == 422 && reply.json["pointer"]?.stringValue == pointer, "\(reply.text)")
  }
}
