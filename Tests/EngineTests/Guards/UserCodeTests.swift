import Basics
import ProviderModel
import Testing

@testable import Engine

/// The page for user codes (RFC 8628 §3.3).
@Suite("A user code")
struct UserCodeTests {
  private let standard: StandardVisitor
  private var visitor: Visitor { standard.visitor }

  init() throws { standard = try StandardVisitor() }

  private func start(_ client: String = "app") throws -> (device: String, user: String) {
    try standard.post("device_authorization", ["scope": "openid"], ["client_id": client])
    return (try visitor.member("device_code"), try visitor.member("user_code"))
  }

  private func type(_ code: String) { visitor.open("/standard/device").submit(["user_code": code]) }

  @Test(
    "is compared without letter case and separators",
    arguments: [
      ("WDJB-MJHT", "WDJBMJHT"), (" wdjb mjht ", "WDJBMJHT"), ("w.d/j_b–mjht", "WDJBMJHT"),
      ("12-34", "1234"), ("", nil), ("--", nil), (String(repeating: "A", count: 65), nil),
    ])
  func keys(typed: String, key: String?) { #expect(UserCode.key(typed) == key) }

  @Test("has the alphabet and the groups of the fixture")
  func pattern() throws {
    let letters = try Pattern("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}")
    #expect(letters.matches(try start().user))
    let digits = try StandardVisitor(
      patch: #"{"credentials": {"user_code": {"value": "{{rand:[0-9]{3}}}-{{rand:[0-9]{3}}}"}}}"#)
    try digits.post("device_authorization", [:], ["client_id": "app"])
    #expect(try Pattern("[0-9]{3}-[0-9]{3}").matches(digits.visitor.member("user_code")))
  }

  @Test("leads to sign-in and consent, however it is typed")
  func typed() throws {
    let (_, user) = try start()
    type(" \(user.lowercased().replacing("-", with: " ")) ")
    #expect(standard.asksForPassword, "\(visitor.page)")
    standard.typePassword()
    #expect(standard.asksForConsent)
    standard.allow()
    #expect(visitor.page.contains("Your device is connected"))
    #expect(visitor.told.endpoint == "device_connected")
  }

  @Test("in the address is shown and has to be confirmed")
  func confirmed() throws {
    let (_, user) = try start()
    visitor.open("/standard/device?user_code=\(user.lowercased())")
    #expect(visitor.page.contains("<b>\(user)</b>"))
    #expect(visitor.page.contains("Is this the code on your device?"))
    #expect(!standard.asksForPassword)
    visitor.submit([:])
    #expect(standard.asksForPassword)
  }

  @Test("in the address comes with the QR code of the same address")
  func picture() throws {
    let (_, user) = try start()
    let address = try visitor.member("verification_uri_complete")
    #expect(address == "http://127.0.0.1:8400/standard/device?user_code=\(user)")
    visitor.open("/standard/device?user_code=\(user)")
    let code = try #require(QRCode(address))
    #expect(visitor.page.contains("<path d=\"\(code.path)\""))
    #expect(visitor.page.contains("viewBox=\"0 0 \(code.sizeWithMargin) \(code.sizeWithMargin)\""))
  }

  @Test("that is wrong, expired or used shows the page again")
  func refused() throws {
    type("BCDF-GHJK")
    #expect(standard.condition == .userCodeUnknown && standard.status == 400)
    #expect(visitor.page.contains("This code is not right."))
    // The page has a form that works.
    let (device, user) = try start()
    type("nothing")
    visitor.submit(["user_code": user])
    #expect(standard.asksForPassword)
    standard.typePassword().allow()
    type(user)
    #expect(standard.condition == .userCodeUsed && standard.status == 400)
    try standard.post(
      "token", ["grant_type": DeviceTranscriptTests.grantType, "device_code": device],
      ["client_id": "app"])
    type(user)
    #expect(standard.condition == .userCodeUsed)
    let late = try start().user
    visitor.now += 600
    type(late)
    #expect(standard.condition == .userCodeExpired && standard.status == 400)
  }

  @Test("may be wrong twenty times in ten minutes, then the right one is refused, too")
  func attempts() throws {
    let (_, user) = try start()
    for _ in 0..<20 {
      visitor.open("/standard/device?user_code=BCDF")
      #expect(standard.condition == .userCodeUnknown)
    }
    visitor.open("/standard/device?user_code=\(user)")
    #expect(standard.condition == .userCodeAttempts && standard.status == 429)
    visitor.now += 599
    visitor.open("/standard/device?user_code=BCDF")
    #expect(standard.condition == .userCodeAttempts)
    visitor.now += 1
    visitor.open("/standard/device?user_code=BCDF")
    #expect(standard.condition == .userCodeUnknown)
  }

  @Test("is of no use at another provider")
  func elsewhere() throws {
    let text = Engine.text("providers/standard.json")
      .replacingAll("\"id\": \"standard\"", with: "\"id\": \"other\"")
      .replacingAll("standard.test", with: "other.test")
    let engine = try Engine(more: [("other.json", text)])
    func send(_ target: String, _ form: String? = nil) -> Answer {
      engine.respond(
        Request(
          method: form == nil ? .get : .post, authority: "localhost", target: target,
          headers: [.contentType: "application/x-www-form-urlencoded"],
          body: Array((form ?? "").utf8)))
    }
    let started = send("/standard/device_authorization", "client_id=native")
    let tree = try JSONReader().read(started.body, file: "").root
    let user = try #require(tree["user_code"]?.stringValue)
    #expect(send("/standard/device?user_code=\(user)").status.code == 200)
    let refused = send("/other/device?user_code=\(user)")
    #expect(refused.status.code == 400)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("This code is not right."))
  }

  @Test("that nobody typed is no attempt, and the page comes again without an error")
  func empty() throws {
    let (_, user) = try start()
    for _ in 0..<25 { type("") }
    #expect(standard.condition == nil && standard.status == 200)
    #expect(!visitor.page.contains("role=\"alert\""))
    visitor.submit(["user_code": user])
    #expect(standard.asksForPassword)
  }

  @Test("of a client that no cast has leads on where any client is accepted")
  func anyClient() throws {
    let standard = try StandardVisitor(anyClient: true)
    try standard.post("device_authorization", [:], ["client_id": "stranger"])
    let user = try standard.visitor.member("user_code")
    standard.visitor.open("/standard/device?user_code=\(user)").submit([:])
    #expect(standard.asksForPassword)
  }

  @Test("is accepted only from a form that was made for this browser")
  func ticket() throws {
    let (device, user) = try start()
    try standard.post("device", ["user_code": user])
    #expect(standard.status == 403 && visitor.told.outcome == .staleForm)
    #expect(visitor.told.condition == nil)
    try standard.post(
      "token", ["grant_type": DeviceTranscriptTests.grantType, "device_code": device],
      ["client_id": "app"])
    #expect(standard.condition == .authorizationPending)
  }

  @Test("asks for consent also where the person has consented before")
  func consent() throws {
    _ = try standard.code(["client_id": "app", "scope": "openid"])
    type(try start().user)
    #expect(!standard.asksForPassword && standard.asksForConsent)
  }

  @Test("that expires while the person signs in connects nothing")
  func late() throws {
    let (_, user) = try start()
    type(user)
    standard.typePassword()
    visitor.now += 600
    standard.allow()
    #expect(standard.condition == .userCodeExpired)
    #expect(visitor.page.contains("This code is no longer valid."))
  }

  @Test("is drawn anew if a waiting device has it, and is taken from the oldest if all have one")
  func unused() throws {
    let few = try StandardVisitor(
      patch: #"{"credentials": {"user_code": {"value": "{{rand:[AB]}}"}}}"#)
    func start() throws -> (device: String, user: String) {
      try few.post("device_authorization", [:], ["client_id": "app"])
      return (try few.visitor.member("device_code"), try few.visitor.member("user_code"))
    }
    let (first, second) = (try start(), try start())
    #expect(Set([first.user, second.user]) == ["A", "B"])
    let third = try start()
    let loser = third.user == first.user ? first : second
    try few.post(
      "token", ["grant_type": DeviceTranscriptTests.grantType, "device_code": loser.device],
      ["client_id": "app"])
    try few.expectRefusal(.deviceCodeExpired, 400, "expired_token")
    #expect(
      few.visitor.told.why
        == "the user code was given to a later device: the provider file has too few of them")
  }

  @Test(
    "approves and denies only the device that its page has named, and no later one",
    arguments: ["allow", "deny"])
  func later(decision: String) throws {
    let few = try StandardVisitor(
      patch: #"{"credentials": {"user_code": {"value": "{{rand:[AB]}}"}}}"#)
    func start(_ client: String) throws -> (device: String, user: String) {
      try few.post("device_authorization", [:], ["client_id": client])
      return (try few.visitor.member("device_code"), try few.visitor.member("user_code"))
    }
    let first = try start("app")
    few.visitor.open("/standard/device?user_code=\(first.user)").submit([:])
    few.typePassword()
    #expect(few.asksForConsent)
    let page = few.visitor.page
    var later = try start("other-app")
    while later.user != first.user { later = try start("other-app") }
    few.visitor.submit(["decision": decision], on: page)
    #expect(few.condition == .userCodeExpired, "\(few.visitor.page)")
    try few.post(
      "token", ["grant_type": DeviceTranscriptTests.grantType, "device_code": later.device],
      ["client_id": "other-app"])
    try few.expectRefusal(.authorizationPending, 400, "authorization_pending")
  }

  @Test("that nobody can type starts no device")
  func untypable() throws {
    let standard = try StandardVisitor(
      patch: #"{"credentials": {"user_code": {"value": "{{client.kind|replace:public:--}}"}}}"#)
    try standard.post("device_authorization", [:], ["client_id": "app"])
    try standard.expectRefusal(.grantNotAllowed, 400, "unauthorized_client")
    #expect(standard.visitor.told.remedy?.contains("credentials.user_code") == true)
  }
}
