import Basics
import Testing
import UnderstudyKit

/// Devices without a browser: by the control API, and by the standing answer.
@Suite("A device of a sandbox")
struct DeviceTests {
  private static let shared = Result { try Site() }
  private let box: Box

  init() throws { box = try Self.shared.get().sandbox([:]) }

  @Test("is listed and approved as a person")
  func approved() throws {
    let (device, user) = try box.startDevice()
    let listed = try box.order("GET", "/devices").arrayValue?.first
    #expect(listed?["user_code"]?.stringValue == user)
    #expect(listed?["status"] == "pending" && listed?["client"] == "native")
    let lower = user.lowercased().replacing("-", with: "%20")
    let approved = try box.order(
      "POST", "/devices/\(lower)/approve", ["person": "alice", "scopes": ["openid"]])
    #expect(approved["status"] == "approved" && approved["person"] == "alice")
    let reply = try box.poll(device)
    #expect(reply.status == 200 && reply.json["scope"] == "openid", "\(reply.text)")
    #expect(try box.order("GET", "/devices").arrayValue?.first?["status"] == "redeemed")
    let entry = try box.order("GET", "/journal?kind=device").arrayValue?.last
    #expect(
      entry?.text().contains("The device of native at standard was approved as alice.") == true)
  }

  @Test("with another code than those that wait is not confused with one of them")
  func otherCode() throws {
    let (_, user) = try box.startDevice()
    let slip = String(user.dropLast()) + (user.hasSuffix("B") ? "C" : "B")
    let reply = try box.control("POST", "/devices/\(slip)/approve", ["person": "alice"])
    #expect(reply.status == 404 && reply.text.contains("GET …/devices lists"), "\(reply.text)")
    #expect(!reply.text.contains(user), "\(reply.text)")
  }

  @Test("is denied, with a person or without")
  func denied() throws {
    for body in [nil, ["person": "bob"]] as [JSONValue?] {
      let (device, user) = try box.startDevice()
      let denied = try box.order("POST", "/devices/\(user)/deny", body)
      #expect(denied["status"] == "denied" && denied["person"] == body?["person"])
      #expect(try box.poll(device).json["error"] == "access_denied")
    }
  }

  @Test("is decided once")
  func once() throws {
    let (_, user) = try box.startDevice()
    try box.order("POST", "/devices/\(user)/deny")
    let again = try box.control("POST", "/devices/\(user)/approve", ["person": "alice"])
    #expect(again.status == 409)
    #expect(
      again.json["detail"]
        == "Its status is denied; only a pending request can be decided.")
  }

  @Test("is not there for another user code, nobody's approval and scopes that it does not ask for")
  func mistakes() throws {
    let (_, user) = try box.startDevice()
    let none = try box.control("POST", "/devices/NONE/approve", ["person": "alice"])
    #expect(none.status == 404)
    #expect(none.text.contains("; GET …/devices lists those that wait."), "\(none.text)")
    #expect(try box.control("POST", "/devices/NONE/deny").status == 404)
    for body in [
      [:], ["person": "nobody"], ["person": "alice", "scopes": ["phone"]], ["person": "locked"],
      ["person": "denies"],
    ] as [JSONValue] {
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
    let reply = try box.poll(try box.startDevice().device)
    #expect(reply.json["error"]?.stringValue == error, "\(reply.text)")
    #expect(reply.json["scope"]?.stringValue == scope, "\(reply.text)")
  }

  @Test("gets nothing once the person who approved it is removed")
  func removed() throws {
    try box.order("PUT", "/people/carol", ["password": "x"])
    let (device, user) = try box.startDevice()
    try box.order("POST", "/devices/\(user)/approve", ["person": "carol"])
    try box.order("DELETE", "/people/carol")
    #expect(try box.poll(device).json["error"] == "access_denied")
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "revoked")
  }

  @Test("is denied by a person of the cast who always denies")
  func denier() throws {
    let box = try Self.shared.get().sandbox([:])
    try box.order("PUT", "/people/carol", ["password": "x", "outcome": "denies"])
    try box.order("PUT", "/answer", ["sign_in": "carol"])
    #expect(try box.poll(try box.startDevice().device).json["error"] == "access_denied")
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
      "/standard/token", "client_id=tv&grant_type=\(Box.deviceGrant)&device_code=\(device)")
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

  @Test("is approved at the page without a form where an answer stands, and denied where it denies")
  func page() throws {
    let box = try Self.shared.get().sandbox(["answer": ["sign_in": "bob"]])
    let (device, user) = try box.startDevice()
    #expect(try box.type(user).location.hasSuffix("/standard/device/connected"))
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "approved")
    #expect(try box.poll(device).status == 200)
    try box.order("PUT", "/answer", ["sign_in": "bob", "consent": "denied"])
    let (_, second) = try box.startDevice()
    let denied = try box.type(second)
    #expect(denied.location.hasSuffix("/standard/device/denied?error=access_denied"))
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "denied")
  }

  @Test("stays pending, with the reason, if the standing answer signs in who is locked out")
  func locked() throws {
    let box = try Self.shared.get().sandbox(["answer": ["sign_in": "locked"]])
    #expect(try box.poll(try box.startDevice().device).json["error"] == "authorization_pending")
    let entry = try box.order("GET", "/journal?endpoint=token").arrayValue?.last
    #expect(
      entry?["why"]
        == "the standing answer signs in as locked, who is locked out, so nobody decides on the device"
    )
    #expect(entry?["remedy"]?.stringValue?.contains("change the standing answer") == true)
  }

  @Test("comes back with a checkpoint, is gone after a reset, and ages")
  func states() throws {
    let (device, user) = try box.startDevice()
    try box.order("POST", "/checkpoints", ["name": "waiting"])
    try box.order("POST", "/devices/\(user)/approve", ["person": "alice"])
    try box.order("POST", "/checkpoints/waiting/restore")
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "pending")
    try box.order("POST", "/clock", ["age": 600])
    #expect(try box.poll(device).json["error"] == "expired_token")
    #expect(try box.order("GET", "/devices").arrayValue?.last?["status"] == "expired")
    try box.order("POST", "/reset")
    #expect(try box.order("GET", "/devices").arrayValue?.isEmpty == true)
  }

  @Test("is found by its device code in the one sandbox that has issued it")
  func found() throws {
    let (device, user) = try box.startDevice()
    try box.order("POST", "/devices/\(user)/approve", ["person": "alice"])
    let reply = try box.site.send(
      "POST", "/standard/token", ["Content-Type": "application/x-www-form-urlencoded"],
      "client_id=native&grant_type=\(Box.deviceGrant)&device_code=\(device)")
    #expect(reply.status == 200, "\(reply.text)")
  }

  @Test("shows its codes in no journal")
  func hidden() throws {
    let (device, user) = try box.startDevice()
    _ = try box.poll(device)
    _ = try box.get("/standard/device?user_code=\(user)")
    // A page shows the code as the device does, however it was typed.
    _ = try box.get("/standard/device?user_code=\(user.lowercased())")
    let journal = try ["", "?format=har"].map { try box.control("GET", "/journal" + $0).text }
      .joined()
    #expect(journal.contains("user-code-confirm"))
    #expect(!journal.contains(device) && !journal.contains(user))
  }
}
