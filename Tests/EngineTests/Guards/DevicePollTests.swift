import Basics
import ProviderModel
import Testing

@testable import Engine

/// The polls of a device (RFC 8628 §3.4).
@Suite("The poll of a device")
struct DevicePollTests {
  private let standard: StandardVisitor
  private var visitor: Visitor { standard.visitor }

  init() throws { standard = try StandardVisitor() }

  private func start(
    _ client: String = "app", _ changes: StandardVisitor.Changes = [:]
  ) throws -> (device: String, user: String) {
    try standard.post(
      "device_authorization", ["scope": "openid email"],
      StandardVisitor.credentials(client).merging(changes) { $1 })
    return (try visitor.member("device_code"), try visitor.member("user_code"))
  }

  @discardableResult
  private func poll(
    _ code: String, as client: String = "app", _ changes: StandardVisitor.Changes = [:]
  ) throws -> Int {
    try standard.post(
      "token", ["grant_type": DeviceTranscriptTests.grantType, "device_code": code],
      StandardVisitor.credentials(client).merging(changes) { $1 }
    ).status
  }

  /// Signs in and decides, at the page of a user code.
  private func decide(_ user: String, _ decision: String = "allow") {
    visitor.open("/standard/device?user_code=\(user)").submit([:])
    if standard.asksForPassword { standard.typePassword() }
    visitor.submit(["decision": decision])
  }

  @Test("gets tokens once, after a person has approved the device")
  func once() throws {
    let (device, user) = try start()
    try poll(device)
    try standard.expectRefusal(.authorizationPending, 400, "authorization_pending")
    decide(user)
    #expect(try poll(device) == 200, "\(visitor.page)")
    let access = try visitor.member("access_token")
    #expect(try visitor.member("scope") == "openid email")
    #expect(try !visitor.member("id_token").isEmpty)
    #expect(try standard.userinfo(access) == 200)
    try poll(device)
    try standard.expectRefusal(.deviceCodeReused, 400, "invalid_grant")
    // A second use is an alarm: what the first one yielded is revoked.
    #expect(try standard.userinfo(access) == 401)
  }

  @Test("has to wait for the interval, which is five seconds longer after each poll that does not")
  func interval() throws {
    let (device, _) = try start()
    try poll(device)
    #expect(standard.condition == .authorizationPending)
    visitor.now += 4
    try poll(device)
    try standard.expectRefusal(.slowDown, 400, "slow_down")
    #expect(
      visitor.told.why
        == "the device polled 4 s after its last poll, and its interval was 5 s; it is 10 s from now on"
    )
    visitor.now += 9
    try poll(device)
    #expect(standard.condition == .slowDown)
    visitor.now += 15
    try poll(device)
    #expect(standard.condition == .authorizationPending)
    visitor.now += 15
    try poll(device)
    #expect(standard.condition == .authorizationPending)
  }

  @Test("never has an interval of more than an hour")
  func longest() {
    var request = DeviceRequest(
      Grant(
        number: 1, provider: "p", client: "c", person: nil, type: "t", scopes: [], authTime: 0,
        issued: 0),
      userCode: "AB", deviceCode: CredentialName(provider: "p", kind: .deviceCode, text: "x"),
      interval: 3598)
    #expect(request.poll(at: 0) == nil)
    #expect(request.poll(at: 1) == 1)
    #expect(request.interval == 3600)
    #expect(request.poll(at: 2) == 1)
    #expect(request.interval == 3600)
    // A clock that was set back.
    #expect(request.poll(at: 1) == 0)
  }

  @Test("is refused as denied once the person has refused, again and again")
  func denied() throws {
    let (device, user) = try start()
    decide(user, "deny")
    #expect(visitor.location.isEmpty && visitor.page.contains("was not connected"))
    for _ in 0..<2 {
      try poll(device)
      try standard.expectRefusal(.deviceDenied, 400, "access_denied")
    }
    #expect(visitor.told.why == "alice denied the device")
  }

  @Test(
    "is refused without a device code, and with one of nobody, of another client and of the past")
  func refusals() throws {
    try standard.post("token", ["grant_type": DeviceTranscriptTests.grantType, "client_id": "app"])
    try standard.expectRefusal(.parameterMissing, 400, "invalid_request")
    try poll("unknown")
    try standard.expectRefusal(.deviceCodeUnknown, 400, "invalid_grant")
    let (device, user) = try start()
    try poll(device, as: "other-app")
    try standard.expectRefusal(.deviceCodeOtherClient, 400, "invalid_grant")
    visitor.now += 599
    try poll(device)
    #expect(standard.condition == .authorizationPending)
    visitor.now += 1
    try poll(device)
    try standard.expectRefusal(.deviceCodeExpired, 400, "expired_token")
    visitor.open("/standard/device?user_code=\(user)")
    #expect(standard.condition == .userCodeExpired)
  }

  @Test("belongs to a client that authenticates as at any other grant")
  func authentication() throws {
    try standard.post("device_authorization", [:], ["client_id": "web"])
    try standard.expectRefusal(.secretMissing, 401, "invalid_client")
    let (device, _) = try start("web")
    try poll(device, as: "web", ["client_secret": nil])
    try standard.expectRefusal(.secretMissing, 401, "invalid_client")
    try poll(device, as: "web")
    #expect(standard.condition == .authorizationPending)
  }

  @Test("is for clients whose grant_types list it, if they list any")
  func grantTypes() throws {
    try standard.post("device_authorization", [:], StandardVisitor.credentials("limited"))
    try standard.expectRefusal(.grantNotAllowed, 400, "unauthorized_client")
  }

  @Test("asks for scopes and resources that the client may have")
  func scopes() throws {
    try standard.post("device_authorization", ["scope": "unheard-of"], ["client_id": "app"])
    try standard.expectRefusal(.scopeUnknown, 400, "invalid_scope")
    try standard.post("device_authorization", ["resource": "#"], ["client_id": "app"])
    try standard.expectRefusal(.resourceInvalid, 400, "invalid_target")
    let (device, user) = try start("app", ["resource": "https://api.example.test"])
    decide(user)
    // RFC 8707 §2.2: a token is for no resource that was not granted.
    try poll(device, as: "app", ["resource": "https://other.example.test"])
    try standard.expectRefusal(.resourceInvalid, 400, "invalid_target")
    #expect(try poll(device) == 200, "\(visitor.page)")
    try standard.introspect(try visitor.member("access_token"))
    #expect(try visitor.member("aud") == "https://api.example.test")
  }

  @Test("yields what a sign-in in a browser yields if the standing answer decides")
  func standing() throws {
    let television =
      #"{"provider": "standard", "client_id": "tv", "kind": "public", "redirect_uris": [], "sign_in": "alice"}"#
    let standard = try StandardVisitor(with: ["scope-union"], clients: television)
    let visitor = standard.visitor
    func start(_ scope: String) throws -> (device: String, user: String) {
      try standard.post("device_authorization", ["scope": scope], ["client_id": "tv"])
      return (try visitor.member("device_code"), try visitor.member("user_code"))
    }
    _ = try standard.code()
    visitor.open("/standard/device?user_code=\(try start("openid email").user)").submit([:])
    #expect(standard.asksForConsent)
    standard.allow()
    try standard.post(
      "token",
      ["grant_type": DeviceTranscriptTests.grantType, "device_code": try start("openid").device],
      ["client_id": "tv"])
    #expect(try visitor.member("scope") == "openid email")
  }

  @Test("comes before the device code ends, whatever the lifetime of the fixture comes to")
  func lifetime() throws {
    let brief = try StandardVisitor(
      patch: #"{"credentials": {"device_code": {"lifetime": "{{req.nonce?}}"}}}"#)
    try brief.post("device_authorization", [:], ["client_id": "app"])
    #expect(try brief.visitor.member("expires_in") == "1")
    let device = try brief.visitor.member("device_code")
    brief.visitor.now += 1
    try brief.post(
      "token", ["grant_type": DeviceTranscriptTests.grantType, "device_code": device],
      ["client_id": "app"])
    try brief.expectRefusal(.deviceCodeExpired, 400, "expired_token")
  }

  @Test("yields only the scopes that the person has ticked")
  func fewer() throws {
    let (device, user) = try start()
    visitor.open("/standard/device?user_code=\(user)").submit([:])
    standard.typePassword()
    visitor.submit(["decision": "allow", "understudy_scope": "openid"])
    #expect(try poll(device) == 200)
    #expect(try visitor.member("scope") == "openid")
  }

  @Test("refreshes as any other grant does")
  func refresh() throws {
    let (device, user) = try start("app", ["scope": "openid offline_access"])
    decide(user)
    try poll(device)
    try standard.refresh(try visitor.member("refresh_token"), as: "app")
    #expect(standard.status == 200, "\(visitor.page)")
  }
}
