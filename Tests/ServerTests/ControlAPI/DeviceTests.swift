import Basics
import Testing
import UnderstudyKit

/// Devices without a browser: by the control API, and by the standing answer.
@Suite("A device of a sandbox")
struct DeviceTests {
  private static let shared = Result { try Site() }
  private static let grantType = "urn:ietf:params:oauth:grant-type:device_code"
  private let box: Box

  init() throws { box = try Self.shared.get().sandbox([:]) }

  private func start(_ box: Box) throws -> (device: String, user: String) {
    let reply = try box.post(
      "/standard/device_authorization", "client_id=native&scope=openid+email")
    #expect(reply.status == 200, "\(reply.text)")
    return (
      try #require(reply.json["device_code"]?.stringValue),
      try #require(reply.json["user_code"]?.stringValue)
    )
  }

  private func poll(_ device: String, _ box: Box) throws -> Site.Reply {
    try box.post(
      "/standard/token", "client_id=native&grant_type=\(Self.grantType)&device_code=\(device)")
  }

  @Test("is listed and approved as a person")
  func approved() throws {
    let (device, user) = try start(box)
    let listed = try box.order("GET", "/devices").arrayValue?.first
    #expect(listed?["user_code"]?.stringValue == user)
    #expect(listed?["status"] == "pending" && listed?["client"] == "native")
    let lower = user.lowercased().replacing("-", with: "%20")
    let approved = try box.order(
      "POST", "/devices/\(lower)/approve", ["person": "alice", "scopes": ["openid"]])
    #expect(approved["status"] == "approved" && approved["person"] == "alice")
    let reply = try poll(device, box)
    #expect(reply.status == 200 && reply.json["scope"] == "openid", "\(reply.text)")
    #expect(try box.order("GET", "/devices").arrayValue?.first?["status"] == "redeemed")
    let entry = try box.order("GET", "/journal?kind=device").arrayValue?.last
    #expect(
      entry?.text().contains("The device of native at standard was approved as alice.") == true)
  }

  @Test("is denied, with a person or without")
  func denied() throws {
    for body in [nil, ["person": "bob"]] as [JSONValue?] {
      let (device, user) = try start(box)
      let denied = try box.order("POST", "/devices/\(user)/deny", body)
      #expect(denied["status"] == "denied" && denied["person"] == body?["person"])
      #expect(try poll(device, box).json["error"] == "access_denied")
    }
  }

  @Test("is decided once")
  func once() throws {
    let (_, user) = try start(box)
    try box.order("POST", "/devices/\(user)/deny")
    let again = try box.control("POST", "/devices/\(user)/approve", ["person": "alice"])
    #expect(again.status == 409)
    #expect(
      again.json["detail"]
        == "Its status is denied; only a pending request can be decided.")
  }

  @Test("is not there for another user code, nobody's approval and scopes that it does not ask for")
  func mistakes() throws {
    let (_, user) = try start(box)
    #expect(
      try box.control("POST", "/devices/NONE/approve", ["person": "alice"]).status == 404)
    #expect(try box.control("POST", "/devices/NONE/deny").status == 404)
    for body in [[:], ["person": "nobody"], ["person": "alice", "scopes": ["phone"]]] as [JSONValue]
    {
      #expect(try box.control("POST", "/devices/\(user)/approve", body).status == 422)
    }
    #expect(try box.control("POST", "/devices/\(user)/deny", ["person": "nobody"]).status == 422)
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "pending")
  }

  @Test(
    "is decided by the standing answer at its first poll",
    arguments: [
      (["sign_in": "alice"], nil, "openid email"),
      (["sign_in": "alice", "consent": "granted"], nil, "openid email"),
      (["sign_in": "alice", "scopes": ["openid"]], nil, "openid"),
      (["sign_in": "alice", "consent": "denied"], "access_denied", nil),
      (["sign_in": "locked"], "authorization_pending", nil),
    ] as [(JSONValue, String?, String?)])
  func standing(answer: JSONValue, error: String?, scope: String?) throws {
    let box = try Self.shared.get().sandbox(["answer": answer])
    let reply = try poll(try start(box).device, box)
    #expect(reply.json["error"]?.stringValue == error, "\(reply.text)")
    #expect(reply.json["scope"]?.stringValue == scope, "\(reply.text)")
  }

  @Test("gets nothing once the person who approved it is removed")
  func removed() throws {
    try box.order("PUT", "/people/carol", ["password": "x"])
    let (device, user) = try start(box)
    try box.order("POST", "/devices/\(user)/approve", ["person": "carol"])
    try box.order("DELETE", "/people/carol")
    #expect(try poll(device, box).json["error"] == "access_denied")
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "revoked")
  }

  @Test("is denied by a person of the cast who always denies")
  func denier() throws {
    let box = try Self.shared.get().sandbox([:])
    try box.order("PUT", "/people/carol", ["password": "x", "outcome": "denies"])
    try box.order("PUT", "/answer", ["sign_in": "carol"])
    #expect(try poll(try start(box).device, box).json["error"] == "access_denied")
    #expect(try box.order("GET", "/devices").arrayValue?.last?["person"] == "carol")
  }

  @Test("is decided by the answer of its client, where that has one")
  func client() throws {
    try box.order(
      "PUT", "/clients/standard/tv",
      ["kind": "public", "redirect_uris": ["http://127.0.0.1/cb"], "sign_in": "bob"])
    let started = try box.post("/standard/device_authorization", "client_id=tv&scope=openid")
    let device = try #require(started.json["device_code"]?.stringValue)
    let reply = try box.post(
      "/standard/token", "client_id=tv&grant_type=\(Self.grantType)&device_code=\(device)")
    #expect(reply.status == 200, "\(reply.text)")
    #expect(try box.order("GET", "/devices").arrayValue?.last?["person"] == "bob")
  }

  @Test("is approved by nobody once its client is removed")
  func removedClient() throws {
    let client: JSONValue = ["kind": "public", "redirect_uris": ["http://127.0.0.1/cb"]]
    try box.order("PUT", "/clients/standard/tv", client)
    let started = try box.post("/standard/device_authorization", "client_id=tv&scope=openid")
    let user = try #require(started.json["user_code"]?.stringValue)
    #expect(try box.get("/standard/device?user_code=\(user)").status == 200)
    try box.order("DELETE", "/clients/standard/tv")
    #expect(try box.get("/standard/device?user_code=\(user)").status == 400)
    let entry = try box.order("GET", "/journal?endpoint=device").arrayValue?.last
    #expect(entry?["condition"] == "user_code_expired")
    #expect(entry?["why"] == "the client tv is no longer registered")
  }

  /// Types the user code at the page, where the standing answer signs in and consents.
  private func type(_ user: String, _ box: Box) throws -> Site.Reply {
    let page = try box.get("/standard/device")
    let ticket = try #require(page.text.firstMatch(of: /name="ticket" value="([^"]+)"/)?.1)
    let cookie = try #require(page.header("Set-Cookie")?.split(separator: ";").first)
    return try box.post(
      "/standard/device", "ticket=\(ticket)&user_code=\(user)", ["Cookie": String(cookie)])
  }

  @Test("is approved at the page without a form where an answer stands, and denied where it denies")
  func page() throws {
    let box = try Self.shared.get().sandbox(["answer": ["sign_in": "bob"]])
    let (device, user) = try start(box)
    #expect(try type(user, box).location.hasSuffix("/standard/device/connected"))
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "approved")
    #expect(try poll(device, box).status == 200)
    try box.order("PUT", "/answer", ["sign_in": "bob", "consent": "denied"])
    let (_, second) = try start(box)
    let denied = try type(second, box)
    #expect(denied.location.hasSuffix("/standard/device/denied?error=access_denied"))
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "denied")
  }

  @Test("stays pending, with the reason, if the standing answer signs in who is locked out")
  func locked() throws {
    let box = try Self.shared.get().sandbox(["answer": ["sign_in": "locked"]])
    #expect(try poll(try start(box).device, box).json["error"] == "authorization_pending")
    let entry = try box.order("GET", "/journal?endpoint=token").arrayValue?.last
    #expect(
      entry?["why"]
        == "the standing answer signs in as locked, who is locked out, so nobody decides on the device"
    )
    #expect(entry?["remedy"]?.stringValue?.contains("change the standing answer") == true)
  }

  @Test(
    "is denied and narrowed by rules about its person's sign-in, at its page and at its poll",
    arguments: [true, false])
  func departure(atPage: Bool) throws {
    let box = try Self.shared.get().sandbox(["answer": ["sign_in": "bob"]])
    func type(_ user: String, expecting place: String) throws {
      if atPage { #expect(try self.type(user, box).location.contains(place)) }
    }
    try box.rule([
      "match": ["provider": "standard", "person": "bob"], "then": ["condition": "server_error"],
      "times": 1,
    ])
    let (device, user) = try start(box)
    try type(user, expecting: "/device/denied")
    for _ in 0..<2 {
      #expect(try poll(device, box).json["error"] == "access_denied")
      let entry = try box.order("GET", "/journal?endpoint=token").arrayValue?.last
      #expect(entry?["why"] == "the sign-in for the device ended with server_error")
    }
    #expect(try box.order("GET", "/devices").arrayValue?.last?["person"] == nil)
    try box.rule([
      "match": ["provider": "standard", "endpoint": "authorize"],
      "then": ["change": ["scopes": ["openid"], "set": ["state": "other"]]],
    ])
    let (narrowed, code) = try start(box)
    try type(code, expecting: "/device/connected")
    let tokens = try poll(narrowed, box).json
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
    let polled = try poll(try start(box).device, box)
    #expect(polled.status == 200 && polled.json["access_token"] != nil)
  }

  @Test("is told its own interval by a rule that orders slow_down", arguments: [false, true])
  func ownInterval(isSlow: Bool) throws {
    let (device, _) = try start(box)
    if isSlow { for _ in 0..<2 { _ = try poll(device, box) } }
    try box.rule(["match": ["endpoint": "token"], "then": ["condition": "slow_down"]])
    for (code, interval) in [(device, isSlow ? 15 : 10), ("unknown", 10)] {
      #expect(
        try poll(code, box).json["error_description"]?.stringValue
          == "The device polls too often: its interval is \(interval) seconds from now on.")
    }
  }

  @Test("comes back with a checkpoint, is gone after a reset, and ages")
  func states() throws {
    let (device, user) = try start(box)
    try box.order("POST", "/checkpoints", ["name": "waiting"])
    try box.order("POST", "/devices/\(user)/approve", ["person": "alice"])
    try box.order("POST", "/checkpoints/waiting/restore")
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "pending")
    try box.order("POST", "/clock", ["age": 600])
    #expect(try poll(device, box).json["error"] == "expired_token")
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "expired")
    try box.order("POST", "/reset")
    #expect(try box.order("GET", "/devices").arrayValue?.isEmpty == true)
  }

  @Test("is found by its device code in the one sandbox that has issued it")
  func found() throws {
    let (device, user) = try start(box)
    try box.order("POST", "/devices/\(user)/approve", ["person": "alice"])
    let reply = try box.site.send(
      "POST", "/standard/token", ["Content-Type": "application/x-www-form-urlencoded"],
      "client_id=native&grant_type=\(Self.grantType)&device_code=\(device)")
    #expect(reply.status == 200, "\(reply.text)")
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
    let (device, user) = try start(box)
    try box.order("POST", "/devices/\(user)/approve", ["person": "alice"])
    try box.rule([
      "match": ["endpoint": "token"], "then": ["condition": .init(stringLiteral: condition)],
      "times": 1,
    ])
    let refused = try poll(device, box).json
    #expect(refused["error"]?.stringValue == error)
    #expect(refused["error_description"]?.stringValue == description)
    #expect(try poll(device, box).status == 200)
  }

  @Test("has a page to which rules about its client apply")
  func clientRules() throws {
    try box.rule([
      "match": ["endpoint": "device", "client": "native"],
      "then": ["condition": "user_code_used"],
    ])
    let (_, user) = try start(box)
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
    let (_, user) = try start(box)
    let reply = try box.get("/standard/device?user_code=\(user)")
    #expect(reply.status >= 400 && reply.text.contains("role=\"alert\""))
    let entry = try box.order("GET", "/journal?endpoint=device").arrayValue?.last
    #expect(entry?["condition"]?.stringValue == condition)
  }

  @Test("shows its codes in no journal")
  func hidden() throws {
    let (device, user) = try start(box)
    _ = try poll(device, box)
    _ = try box.get("/standard/device?user_code=\(user)")
    // A page shows the code as the device does, however it was typed.
    _ = try box.get("/standard/device?user_code=\(user.lowercased())")
    let journal = try ["", "?format=har"].map { try box.control("GET", "/journal" + $0).text }
      .joined()
    #expect(journal.contains("user-code-confirm"))
    #expect(!journal.contains(device) && !journal.contains(user))
  }
}
