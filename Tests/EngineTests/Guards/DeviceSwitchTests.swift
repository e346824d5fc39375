import Basics
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// What a fixture says about devices: it can leave them out, and rename everything.
@Suite("The device grant of a fixture")
struct DeviceSwitchTests {
  @Test("is gone with its metadata, endpoints, page and grant where a quirk removes it")
  func gone() throws {
    let visitor = try Visitor("standard", with: ["no-device-grant"])
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(!visitor.page.contains("device"))
    try visitor.post("/standard/device_authorization", ["client_id": "native"])
    #expect(visitor.status == 404)
    #expect(visitor.open("/standard/device").status == 404)
    try DeviceTranscriptTests.poll(visitor, "x")
    #expect(try visitor.member("error") == "unsupported_grant_type")
    #expect(visitor.sandbox.site.providers.provider("standard")?.names.slot("device_code") == nil)
  }

  @Test("is announced in the metadata where it is there")
  func announced() throws {
    let visitor = try Visitor("standard")
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(
      try visitor.member("device_authorization_endpoint")
        == "http://127.0.0.1:8400/standard/device_authorization")
    #expect(try visitor.member("grant_types_supported").contains(DeviceTranscriptTests.grantType))
  }

  @Test("has the addresses, names and errors of the fixture")
  func renamed() throws {
    let standard = try StandardVisitor(
      patch: """
        {"endpoints": {"device_authorization": {"at": "main:/device/code"}, "device": {"at": "main:/activate"}},
         "token": {"grants": {"urn:ietf:params:oauth:grant-type:device_code": {"interval": 7}}},
         "pages": {"user-code": {"fields": {"user_code": "otc"}}, "user-code-confirm": {"fields": {"user_code": "otc"}}},
         "shapes": {"device_authorization": {"json": {"verification_url": "{{device.uri}}", "verification_uri": null}}},
         "errors": {"token": {"authorization_pending": {"shape": "token-error", "status": 428, "code": "pending", "text": "Wait."}}}}
        """)
    try standard.post("device/code", [:], ["client_id": "app"])
    let (visitor, user) = (standard.visitor, try standard.visitor.member("user_code"))
    #expect(try visitor.member("verification_url") == "http://127.0.0.1:8400/standard/activate")
    #expect(
      try visitor.member("verification_uri_complete")
        == "http://127.0.0.1:8400/standard/activate?otc=\(user)")
    #expect(try visitor.member("interval") == "7")
    try standard.post(
      "token",
      [
        "grant_type": DeviceTranscriptTests.grantType, "device_code": visitor.member("device_code"),
      ],
      ["client_id": "app"])
    try standard.expectRefusal(.authorizationPending, 428, "pending")
    visitor.open("/standard/activate").submit(["otc": user])
    #expect(standard.asksForPassword)
  }

  @Test("has checks of the fixture's own at its endpoint")
  func checks() throws {
    let standard = try StandardVisitor(
      patch: """
        {"endpoints": {"device_authorization": {"checks": {"needs-openid": {
           "when": {"not": {"in": ["openid", "{{req.scope}}"]}}, "fail": "scope_missing",
           "why": "a device signs a person in, and scope does not hold openid", "remedy": "add openid to scope"}}}}}
        """)
    try standard.post("device_authorization", ["scope": "email"], ["client_id": "app"])
    try standard.expectRefusal(.scopeMissing, 400, "invalid_scope")
    try standard.post("device_authorization", ["scope": "openid"], ["client_id": "app"])
    #expect(standard.status == 200)
  }

  @Test(
    "leaves other providers as they are",
    arguments: [
      ("vk", []), ("instagram", []), ("azure-ad-b2c", []), ("oclc", []),
      ("standard", ["no-device-grant"]),
    ])
  func others(id: String, quirks: [String]) throws {
    let provider = try #require(
      try Visitor.providers(id, with: quirks).first { $0.id == id })
    #expect(provider.endpoint(.device) == nil && provider.endpoint(.deviceAuthorization) == nil)
    let authorize = try #require(provider.endpoint(.authorize))
    #expect(provider.conditions(at: authorize).isDisjoint(with: Condition.userCodes))
    let token = try #require(provider.endpoint(.token))
    #expect(!provider.conditions(at: token).contains(.slowDown))
  }

  @Test("has conditions of user codes only at the page for them")
  func pages() throws {
    let provider = try #require(try Visitor.providers().first { $0.id == "standard" })
    for endpoint in provider.endpoints {
      let conditions = provider.conditions(at: endpoint)
      #expect(conditions.isSuperset(of: Condition.userCodes) == (endpoint.kind == .device))
      if endpoint.kind != .device { #expect(conditions.isDisjoint(with: Condition.userCodes)) }
    }
  }
}
