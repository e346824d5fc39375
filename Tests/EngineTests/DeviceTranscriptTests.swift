import Testing

/// The story of a device (RFC 8628), and each of its refusals, byte for byte.
@Suite("Device transcripts")
struct DeviceTranscriptTests {
  static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

  /// Asks for codes as a device, and returns them.
  static func start(
    _ visitor: Visitor,
    _ form: TokenTranscriptTests.Form = [
      "client_id": "native", "scope": "openid profile",
    ]
  ) throws -> (device: String, user: String) {
    try visitor.post("/standard/device_authorization", form)
    return (try visitor.member("device_code"), try visitor.member("user_code"))
  }

  static func poll(_ visitor: Visitor, _ code: String, as client: String = "native") throws {
    try visitor.post(
      "/standard/token", ["grant_type": grantType, "device_code": code, "client_id": client])
  }

  @Test("of a device that a person approves")
  func approval() throws {
    let visitor = try Visitor("standard")
    let (device, user) = try Self.start(visitor)
    // The second poll comes at the same instant, which is too soon.
    for _ in 0..<2 { try Self.poll(visitor, device) }
    visitor.open("/standard/device?user_code=\(user)")
    visitor.submit([:])
    visitor.submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["decision": "allow"])
    try Self.poll(visitor, device)
    try visitor.call(
      .get, "/standard/userinfo", [("Authorization", "Bearer \(visitor.member("access_token"))")])
    try TranscriptTests.compare("standard-device", visitor)
  }

  @Test("of a device that a person denies, and of user codes that are wrong and used")
  func denial() throws {
    let visitor = try Visitor("standard")
    let (device, user) = try Self.start(visitor)
    visitor.open("/standard/device")
    visitor.submit(["user_code": "BCDF-GHJK"])
    visitor.submit(["user_code": user.lowercased()])
    visitor.submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["decision": "deny"])
    try Self.poll(visitor, device)
    visitor.open("/standard/device?user_code=\(user)")
    try TranscriptTests.compare("standard-device-denial", visitor)
  }

  @Test("of the errors of devices")
  func errors() throws {
    let visitor = try Visitor("standard")
    let target = "/standard/device_authorization"
    for form in [
      [:], ["client_id": "nobody"], ["client_id": "web"],
      ["client_id": "native", "client_secret": "x"],
      ["client_id": "native", "scope": "unheard-of"],
      ["client_id": "native", "resource": "not a URI"],
    ] as [TokenTranscriptTests.Form] {
      try visitor.post(target, form)
    }
    try visitor.call(.get, target)
    let type = TokenTranscriptTests.Form()
    try visitor.post("/standard/token", type)
    try visitor.post("/standard/token", ["grant_type": Self.grantType, "client_id": "native"])
    try Self.poll(visitor, "unknown")
    let (device, _) = try Self.start(visitor)
    try visitor.post(
      "/standard/token", ["grant_type": Self.grantType, "device_code": device],
      TokenTranscriptTests.basic)
    try TranscriptTests.compare("standard-device-errors", visitor)
  }

  @Test("of a device whose codes have expired")
  func expiry() throws {
    let visitor = try Visitor("standard")
    let (device, user) = try Self.start(visitor)
    visitor.now += 600
    try Self.poll(visitor, device)
    visitor.open("/standard/device?user_code=\(user)")
    try TranscriptTests.compare("standard-device-expiry", visitor)
  }
}
