import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// What tokens come with: their ends, scopes and audiences, and what is told of them afterwards.
@Suite("A credential that is issued")
struct IssuedCredentialTests {
  private static let pair = "client_id=web&client_secret=\(StandardVisitor.secret)"
  private static let ends = #""shapes": { "token": { "json": { "ends": "{{tok.access.ends}}" } } }"#

  private func introspect(_ visitor: Visitor, _ token: String) throws -> JSONValue {
    try visitor.post("/standard/introspect", raw: "token=\(token)&\(Self.pair)")
    #expect(visitor.status == 200)
    return try JSONReader().read(Array(visitor.page.utf8), file: "introspection").root
  }

  @Test("tells when it ends, and 0 if it never does")
  func ends() throws {
    for (lifetime, isEndless) in [(3600, false), (0, true)] {
      let visitor = try Visitor(
        patching: #"{ "credentials": { "access": { "lifetime": \#(lifetime) } }, \#(Self.ends) }"#)
      let token = try visitor.aliceToken()
      let ends = isEndless ? 0 : visitor.now + 3600
      #expect(try visitor.member("ends") == String(ends))
      #expect(try introspect(visitor, token)["exp"]?.integerValue == ends)
      let view = try #require(visitor.sandbox.tokens(at: Instants(visitor.now)).first)
      #expect(view.ends == (isEndless ? nil : ends))
      visitor.now += 3600
      let told = try introspect(visitor, token)
      #expect(told["active"] == JSONValue(.bool(isEndless)))
    }
  }

  @Test("is listed with its kind, its number and its status; an ID token is not one of them")
  func listed() throws {
    let visitor = try Visitor("standard")
    try visitor.passwordGrant("openid")
    #expect(visitor.page.contains("\"id_token\""))
    let views = visitor.sandbox.tokens(at: Instants(visitor.now))
    #expect(views.map(\.id) == [1, 2])
    #expect(views.map(\.kind) == [.access, .refresh])
    #expect(views.allSatisfy { $0.status == .live && $0.person == "alice" && $0.client == "web" })
    #expect(views.map(\.ends) == [visitor.now + 3_600, visitor.now + 1_209_600])
    let later = visitor.sandbox.tokens(at: Instants(visitor.now + 3_600))
    #expect(later.map(\.status) == [.expired, .live])
  }

  @Test("is introspected with the person whose it is, and without one of a client's own")
  func person() throws {
    let visitor = try Visitor("standard")
    let hers = try introspect(visitor, visitor.aliceToken())
    #expect(hers["username"] == "alice" && hers["client_id"] == "web")
    #expect(hers["sub"]?.stringValue?.utf8.count == 36)
    #expect(hers["iat"]?.integerValue == visitor.now)
    try visitor.post("/standard/token", raw: "grant_type=client_credentials&\(Self.pair)")
    let own = try introspect(visitor, visitor.member("access_token"))
    #expect(own["active"] == true && own["sub"] == nil)
  }

  @Test("an access token has the audience of its grant, and a refresh token has none")
  func audience() throws {
    let visitor = try Visitor(
      "standard",
      cast: """
        { "schema": 1, "kind": "cast", "clients": [{ "provider": "standard", "client_id": "quiet",
          "secret": "\(StandardVisitor.secret)", "access_token_format": "opaque" }] }
        """)
    let more = ["client_id": "quiet", "resource": "urn:example:a"]
    let access = try visitor.aliceToken("openid", more)
    let refresh = try visitor.member("refresh_token")
    #expect(!access.contains("."))
    #expect(try introspect(visitor, access)["aud"] == "urn:example:a")
    let told = try introspect(visitor, refresh)
    #expect(told["active"] == true && told["aud"] == nil)
  }

  @Test("of a person whose tokens come expired has expired, access and ID token, and no other")
  func late() throws {
    let visitor = try Visitor("standard")
    try visitor.passwordGrant("openid", as: "expired")
    let (access, refresh) = (
      try visitor.member("access_token"), try visitor.member("refresh_token")
    )
    let claims = try JWS.parse(visitor.member("id_token")).payload
    #expect(claims["exp"]?.integerValue == visitor.now - 1)
    #expect(try introspect(visitor, access) == ["active": false])
    #expect(try introspect(visitor, refresh)["active"] == true)
  }

  @Test("of such a person has expired also where it would never end")
  func lateAndEndless() throws {
    let visitor = try Visitor(
      patching: #"{ "credentials": { "access": { "lifetime": 0 } } }"#)
    try visitor.passwordGrant("openid", as: "expired")
    let token = try visitor.member("access_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
    #expect(visitor.condition == .tokenExpired)
  }

  @Test("comes where its rule holds: an ID token with openid, a refresh token as the grant says")
  func given() throws {
    let visitor = try Visitor("standard")
    for (scope, isID) in [("openid", true), ("email", false)] {
      try visitor.passwordGrant(scope)
      #expect(visitor.page.contains("\"id_token\"") == isID)
      #expect(visitor.page.contains("\"refresh_token\""))
    }
  }

  @Test("a refresh that asks for less narrows the access token, and not the next refresh token")
  func narrowed() throws {
    let visitor = try Visitor("standard")
    try visitor.passwordGrant("openid email")
    let refresh = try visitor.member("refresh_token")
    try visitor.post(
      "/standard/token",
      raw: "grant_type=refresh_token&scope=email&refresh_token=\(refresh)&\(Self.pair)")
    let (access, next) = (try visitor.member("access_token"), try visitor.member("refresh_token"))
    #expect(next != refresh)
    #expect(try introspect(visitor, access)["scope"] == "email")
    #expect(try introspect(visitor, next)["scope"] == "openid email")
  }

  @Test("is forgotten once it is long dead, a few with each request")
  func forgotten() throws {
    let visitor = try Visitor("standard")
    let form = "grant_type=client_credentials&" + Self.pair
    for _ in 0..<1_100 { try visitor.post("/standard/token", raw: form) }
    let known = { Array(visitor.sandbox.credentialKeys).count }
    #expect(known() == 1_100)
    visitor.now += 7_300
    for _ in 0..<4 { try visitor.call(.get, "/standard/userinfo") }
    // Those beyond 1024 go, in chunks of 64.
    #expect(known() < 1_030)
  }

  // MARK: Formats

  @Test("may begin with a # where it is opaque; where it may be a JWT, no # is one")
  func hash() throws {
    let value = ##""value": "#{{rand:[a-z]{20}}}""##
    for isJWT in [false, true] {
      let jwt = isJWT ? "" : #", "jwt": null"#
      let visitor = try Visitor(
        patching: """
          { "credentials": { "access": { \(value)\(jwt) } },
            "endpoints": { "userinfo": { "token": { "check_form": false } } } }
          """)
      let token = try visitor.aliceToken()
      #expect(token.hasPrefix("#"))
      try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
      #expect(visitor.condition == (isJWT ? .tokenUnknown : nil))
    }
  }

  @Test("a JWT's header names the key that signs it, which is among the published ones")
  func kid() throws {
    let visitor = try Visitor("standard")
    try visitor.passwordGrant("openid")
    let kid = try #require(try JWS.parse(visitor.member("id_token")).kid)
    try visitor.call(.get, "/standard/jwks")
    #expect(visitor.page.contains("\"kid\":\"\(kid)\""))
  }

  @Test("a refusal tells when a code was issued and when it ended, and 0 if it never does")
  func times() throws {
    for (lifetime, isEndless) in [(60, false), (0, true)] {
      let stage = try StandardVisitor(
        patching: """
          { "credentials": { "code": { "lifetime": \(lifetime) } },
            "errors": { "token": {
              "code_reused": { "text": "{{err.issued_at}} {{err.expires_at}} {{err.now}}" } } } }
          """)
      let issued = stage.visitor.now
      let code = try stage.code()
      stage.visitor.now += 10
      try stage.redeem(code)
      try stage.redeem(code)
      try stage.expectRefusal(.codeReused, 400, "invalid_grant")
      let ends = isEndless ? 0 : issued + 60
      #expect(
        try stage.visitor.member("error_description") == "\(issued) \(ends) \(issued + 10)")
    }
  }

  @Test("without an authorization request names the record that its scopes lead to")
  func lookup() throws {
    let visitor = try Visitor("azure-ad-b2c")
    try visitor.post(
      "\(TokenTranscriptTests.tenant)/oauth2/v2.0/token?p=B2C_1_signupsignin",
      [
        "grant_type": "password", "client_id": TokenTranscriptTests.web,
        "client_secret": TokenTranscriptTests.secret, "username": "alice",
        "password": "wonderland", "scope": TokenTranscriptTests.read,
      ])
    let claims = try JWS.parse(visitor.member("access_token")).payload
    #expect(claims["aud"] == "99999999-8888-4777-8666-555555555555")
    #expect(claims["scp"] == "read")
  }
}
