import Basics
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// The ID token that a page gets, and the end of its connection with an account.
@Suite("The assertion of FedCM")
struct FedCMAssertionTests {
  private let browser: FedCMVisitor
  private var visitor: Visitor { browser.visitor }
  init() throws {
    browser = try FedCMVisitor()
    browser.signIn()
  }

  @Test("is an ID token for the client, with the nonce and what the person was told about")
  func token() throws {
    let claims = try browser.assert().claims()
    #expect(claims["iss"]?.stringValue == "http://127.0.0.1:8400/standard")
    #expect(claims["aud"]?.stringValue == "web")
    #expect(claims["sub"]?.stringValue == FedCMVisitor.alice)
    #expect(claims["nonce"]?.stringValue == "n-1")
    #expect(claims["email"]?.stringValue == "alice@example.test")
    #expect(claims["name"]?.stringValue == "Alice Liddell")
    #expect(claims["auth_time"]?.numberText == "1600000000")
    #expect(claims["acr"]?.stringValue == "urn:understudy:acr:password")
    // The client is one of the session's: it is told when the session ends.
    let sessions = visitor.sandbox.sessions(at: Instants(visitor.now))
    #expect(sessions.map(\.id) == [claims["sid"]?.stringValue])
    #expect(sessions.map(\.clients) == [["web"]])
    browser.expectShared(true)
    #expect(visitor.headers[.vary] == "Origin")
    #expect(visitor.told.client == "web" && visitor.told.person == "alice")
    #expect(visitor.told.outcome == .granted("id_token"))
  }

  @Test("has the claims of the fields that the browser has shown, now or earlier")
  func disclosed() throws {
    var claims = try browser.assert(["disclosure_text_shown": "false"]).claims()
    #expect(claims["sub"] != nil && claims["email"] == nil && claims["name"] == nil)
    claims = try browser.assert(["disclosure_shown_for": "email"]).claims()
    #expect(claims["email"] != nil && claims["name"] == nil)
    claims = try browser.assert(["disclosure_text_shown": "false"]).claims()
    #expect(claims["email"] != nil && claims["name"] == nil)
  }

  @Test("takes the nonce from params, too")
  func params() throws {
    let params = #"{"nonce": "n-2", "scope": "calendar"}"#
    #expect(try browser.assert(["params": params]).claims()["nonce"]?.stringValue == "n-2")
    let other = try browser.assert(["params": params, "nonce": nil]).claims()
    #expect(other["nonce"]?.stringValue == "n-2")
    #expect(try browser.assert(["nonce": nil]).claims()["nonce"] == nil)
    for broken in ["{", "[]", "\"x\""] {
      try browser.assert(["params": broken])
      try browser.expectRefusal(.parameterInvalid, 400, "invalid_request", isShared: true)
    }
  }

  @Test("makes the client one that the person has approved, until it disconnects")
  func approved() throws {
    func approved() throws -> [String] {
      try browser.account()["approved_clients"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
    try browser.assert()
    #expect(try approved() == ["web"])
    for hint in [FedCMVisitor.alice, "alice", "alice@example.test"] {
      try browser.assert()
      try browser.disconnect(["account_hint": hint])
      #expect(try visitor.member("account_id") == FedCMVisitor.alice)
      browser.expectShared(true)
      #expect(try approved().isEmpty)
    }
    let claims = try browser.assert(["disclosure_text_shown": "false"]).claims()
    #expect(claims["email"] == nil)
    try browser.disconnect(["account_hint": "bob"])
    try browser.expectRefusal(.accountUnknown, 400, "invalid_request", isShared: true)
    try browser.disconnect(["account_hint": nil])
    try browser.expectRefusal(.parameterMissing, 400, "invalid_request", isShared: true)
  }

  @Test("knows a client that a person has allowed without FedCM")
  func consented() throws {
    _ = try browser.standard.code(["scope": "openid"])
    #expect(try browser.account()["approved_clients"]?.arrayValue?.count == 1)
  }

  @Test(
    "is only for pages of the client",
    arguments: [
      nil, "https://evil.test", "http://127.0.0.1.evil.test:7999", "https://127.0.0.1:7999",
      "http://127.0.0.1:7999/", "http://localhost:7999", "null", "http://127.0.0.1:7998",
    ])
  func origins(origin: String?) throws {
    for answer in [
      try browser.assert([:], ["Origin": origin]), try browser.disconnect([:], ["Origin": origin]),
    ] {
      try answer.expectRefusal(.originForbidden, 403, "unauthorized_client", isShared: false)
    }
  }

  @Test("is for pages at any port of the loopback, where the client may have any")
  func loopback() throws {
    let origin = "http://127.0.0.1:4321"
    try browser.assert(["client_id": "native"], ["Origin": origin])
    #expect(try browser.claims()["aud"]?.stringValue == "native")
    browser.expectShared(true, origin: origin)
  }

  @Test("needs the client and the account that is signed in")
  func refusals() throws {
    try browser.assert(["client_id": nil])
    try browser.expectRefusal(.clientMissing, 400, "invalid_request", isShared: false)
    try browser.assert(["client_id": "nobody"])
    try browser.expectRefusal(.clientUnknown, 400, "unauthorized_client", isShared: false)
    try browser.assert(["account_id": nil])
    try browser.expectRefusal(.parameterMissing, 400, "invalid_request", isShared: true)
    try browser.assert(["account_id": "bob"])
    try browser.expectRefusal(.accountUnknown, 400, "invalid_request", isShared: true)
    try browser.assert([:], ["Cookie": nil])
    try browser.expectRefusal(.notSignedIn, 401, "access_denied", isShared: true)
    try browser.assert([:], ["Content-Type": "application/json"])
    #expect(visitor.told.clause != nil && visitor.told.remedy != nil)
  }

  @Test("takes any client where any is accepted")
  func anyClient() throws {
    let browser = try FedCMVisitor(anyClient: true)
    browser.signIn()
    try browser.assert(["client_id": "stranger"], ["Origin": "https://stranger.test"])
    #expect(try browser.claims()["aud"]?.stringValue == "stranger")
    browser.expectShared(true, origin: "https://stranger.test")
  }

  @Test("is refused by a person who refuses every consent")
  func denies() throws {
    let browser = try FedCMVisitor(
      clients: """
        {"provider": "standard", "client_id": "denied", "redirect_uris": ["http://127.0.0.1:7999/cb"],
         "consent": "denied"}
        """)
    browser.signIn()
    try browser.assert(["client_id": "denied"])
    try browser.expectRefusal(.userDenied, 403, "access_denied", isShared: true)
  }

  @Test("is gone with files, endpoints, login status and cookie where a quirk removes it")
  func gone() throws {
    let browser = try FedCMVisitor(with: ["no-fedcm"])
    browser.standard.authorize().typePassword()
    let told = browser.visitor.transcript
    #expect(
      !told.contains("Set-Login") && !told.contains("fedcm") && !told.contains("SameSite=None"))
    for path in [
      "/.well-known/web-identity", "/standard/.well-known/web-identity",
      "/standard/fedcm/config.json", "/standard/fedcm/login", "/standard/fedcm/accounts",
    ] {
      #expect(try browser.visitor.call(.get, path).status == 404, "\(path)")
    }
    try browser.assert()
    #expect(browser.visitor.status == 404)
    let provider = try #require(
      try Visitor.providers("standard", with: ["no-fedcm"]).first { $0.id == "standard" })
    #expect(provider.fedCM == nil && provider.errorRule(.accountUnknown, in: "fedcm") == nil)
  }

  @Test(
    "leaves other providers as they are", arguments: ["vk", "instagram", "azure-ad-b2c", "oclc"])
  func others(id: String) throws {
    let provider = try #require(try Visitor.providers().first { $0.id == id })
    #expect(provider.fedCM == nil && !provider.endpoints.contains { $0.kind.isFedCM })
  }

  @Test("has conditions with a clause and a response, at the endpoints that come to them")
  func conditions() throws {
    let provider = try #require(try Visitor.providers().first { $0.id == "standard" })
    for (name, count) in [
      ("fedcm_accounts", 4), ("fedcm_client", 6), ("fedcm_assertion", 17), ("fedcm_disconnect", 17),
    ] {
      let endpoint = try #require(provider.endpoint(named: name))
      let known = Condition.known(at: endpoint.kind)
      #expect(known.count == count, "\(name): \(known.keys.map(\.name).sorted())")
      for condition in known.keys {
        // Of what is signed for a client, OpenID Connect speaks.
        if condition == .signingAlgUnsupported { continue }
        let declared = [Condition.Catalogue.fedCM, .fedCMClient, .fedCMSession, .fedCMAccount]
          .contains {
            condition.declaration(at: $0)?.clause.hasPrefix("FedCM, ") == true
          }
        #expect(declared, "\(name): \(condition)")
        #expect(provider.errorRule(condition, in: endpoint.errorTable)?.shape != nil)
      }
    }
  }
}
