import Basics
import Testing
import UnderstudyKit

@Suite("A rule about a device")
struct DeviceRuleTests {
  private static let shared = Result { try Site() }
  private let box: Box

  init() throws { box = try Self.shared.get().sandbox([:]) }

  @Test(
    "is denied and narrowed by rules about its person's sign-in, at its page and at its poll",
    arguments: [true, false])
  func departure(atPage: Bool) throws {
    let box = try Self.shared.get().sandbox(["answer": ["sign_in": "bob"]])
    func type(_ user: String, expecting place: String) throws {
      if atPage { #expect(try box.type(user).location.contains(place)) }
    }
    try box.rule([
      "match": ["provider": "standard", "person": "bob"], "then": ["condition": "server_error"],
      "times": 1,
    ])
    let (device, user) = try box.startDevice()
    try type(user, expecting: "/device/denied")
    for _ in 0..<2 {
      #expect(try box.poll(device).json["error"] == "access_denied")
      let entry = try box.order("GET", "/journal?endpoint=token").arrayValue?.last
      #expect(entry?["why"] == "the sign-in for the device ended with server_error")
    }
    #expect(try box.order("GET", "/devices").arrayValue?.last?["person"] == nil)
    try box.rule([
      "match": ["provider": "standard", "endpoint": "authorize"],
      "then": ["change": ["scopes": ["openid"], "set": ["state": "other"]]],
    ])
    let (narrowed, code) = try box.startDevice()
    try type(code, expecting: "/device/connected")
    let tokens = try box.poll(narrowed).json
    // The answer to the poll is no redirect of a sign-in: it stays as it is.
    #expect(tokens["scope"] == "openid" && tokens["state"] == nil)
    #expect(try box.order("GET", "/devices").arrayValue?.last?["scopes"] == ["openid"])
  }

  @Test("gets its tokens also where a rule answers the sign-in of its person")
  func answeredSignIn() throws {
    let box = try Self.shared.get().sandbox(["answer": ["sign_in": "bob"]])
    try box.rule([
      "match": ["provider": "standard", "endpoint": "authorize", "person": "bob"],
      "then": ["answer": ["status": 503, "body": "no"]],
    ])
    let polled = try box.poll(try box.startDevice().device)
    #expect(polled.status == 200 && polled.json["access_token"] != nil)
  }

  @Test("is told its own interval by a rule that orders slow_down", arguments: [false, true])
  func ownInterval(isSlow: Bool) throws {
    let (device, _) = try box.startDevice()
    if isSlow { for _ in 0..<2 { _ = try box.poll(device) } }
    try box.rule(["match": ["endpoint": "token"], "then": ["condition": "slow_down"]])
    for (code, interval) in [(device, isSlow ? 15 : 10), ("unknown", 10)] {
      #expect(
        try box.poll(code).json["error_description"]?.stringValue
          == "The device polls too often: its interval is \(interval) seconds from now on.")
    }
  }

  @Test(
    "is refused as a rule says",
    arguments: [
      ("authorization_pending", "authorization_pending", "The person has not decided yet."),
      (
        "slow_down", "slow_down",
        "The device polls too often: its interval is 10 seconds from now on."
      ), ("device_denied", "access_denied", "The person denied the request."),
      ("device_code_expired", "expired_token", "The device_code has expired."),
      (
        "device_code_unknown", "invalid_grant",
        "The device_code was not issued here or has been revoked."
      ), ("device_code_reused", "invalid_grant", "The device_code has been used."),
      (
        "device_code_other_client", "invalid_grant",
        "The device_code was issued to another client."
      ),
    ])
  func rules(condition: String, error: String, description: String) throws {
    let (device, user) = try box.startDevice()
    try box.order("POST", "/devices/\(user)/approve", ["person": "alice"])
    try box.rule([
      "match": ["endpoint": "token"], "then": ["condition": .init(stringLiteral: condition)],
      "times": 1,
    ])
    let refused = try box.poll(device).json
    #expect(refused["error"]?.stringValue == error)
    #expect(refused["error_description"]?.stringValue == description)
    #expect(try box.poll(device).status == 200)
  }

  @Test("has a page to which rules about its client apply")
  func clientRules() throws {
    try box.rule([
      "match": ["endpoint": "device", "client": "native"],
      "then": ["condition": "user_code_used"],
    ])
    let (_, user) = try box.startDevice()
    #expect(try box.get("/standard/device").status == 200)
    _ = try box.get("/standard/device?user_code=\(user)")
    let entry = try box.order("GET", "/journal?endpoint=device").arrayValue?.last
    #expect(entry?["condition"] == "user_code_used" && entry?["client"] == "native")
  }

  @Test(
    "has a page that is refused as a rule says",
    arguments: ["user_code_unknown", "user_code_expired", "user_code_used", "user_code_attempts"])
  func pages(condition: String) throws {
    try box.rule([
      "match": ["provider": "standard", "endpoint": "device"],
      "then": ["condition": .init(stringLiteral: condition)],
    ])
    let (_, user) = try box.startDevice()
    let reply = try box.get("/standard/device?user_code=\(user)")
    #expect(reply.status >= 400 && reply.text.contains("role=\"alert\""))
    let entry = try box.order("GET", "/journal?endpoint=device").arrayValue?.last
    #expect(entry?["condition"]?.stringValue == condition)
  }
}
