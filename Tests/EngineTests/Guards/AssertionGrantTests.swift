import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// The JWT bearer grant (RFC 7523 §2.1): what it yields, and for whom.
@Suite("The JWT of another issuer")
struct AssertionGrantTests {
  private let stage: IssuerVisitor
  init() throws { stage = try IssuerVisitor() }

  // MARK: Accepted

  @Test("yields an access token for the person who has the claim, and no refresh token")
  func person() throws {
    for key in [AssertionVisitor.rsa, AssertionVisitor.ec] {
      try stage.token(stage.jwt(by: key)).expectSuccess()
    }
    #expect(stage.visitor.told.person == "alice")
    #expect(stage.visitor.told.client == "native")
    #expect(!stage.visitor.page.contains("refresh_token"))
    try stage.visitor.call(
      .get, "/standard/userinfo",
      [("Authorization", "Bearer \(stage.visitor.member("access_token"))")])
    #expect(try stage.visitor.member("email") == "alice@example.test")
  }

  @Test("yields a token of the client itself where the trust names no person")
  func machine() throws {
    try stage.jobToken().expectSuccess()
    #expect(stage.visitor.told.client == "jobs" && stage.visitor.told.person == nil)
    #expect(try stage.visitor.member("scope") == "mcp:read")
  }

  @Test("authenticates the client for which its issuer is trusted")
  func vouched() throws {
    try stage.jobToken().expectSuccess()
    try stage.jobToken([:], ["client_id": "native"])
    try stage.expect(.jwtClientWrong, naming: "trusted for the client jobs")
    // Only a verified JWT does.
    try stage.jobToken(["exp": 1])
    try stage.expect(.jwtExpired)
    // An issuer that is trusted for every client names none.
    try stage.token(stage.jwt(), ["client_id": nil])
    try stage.expect(.clientMissing, naming: "the entry people", "invalid_client")
    #expect(stage.visitor.told.remedy?.contains("add client to people") == true)
    // What is wrong with the JWT is the reason for which it names none.
    try stage.jobToken(["iss": "https://ci.example/"])
    try stage.expect(.jwtIssuerUntrusted, naming: "https://ci.example/")
    try stage.token("a.b", ["client_id": nil])
    try stage.expect(.jwtUnreadable)
    // A secret is no proof of a client that the request does not name.
    try stage.jobToken([:], ["client_secret": "x"])
    try stage.expect(.clientMissing, "invalid_client")
    // A client that names itself authenticates as always.
    try stage.jobToken([:], ["client_id": "jobs"])
    try stage.expect(.secretMissing, "invalid_client")
  }

  @Test("is trusted by the entry that its claims fit, if its issuer has several")
  func entries() throws {
    try stage.jobToken(["aud": "api://alice"], ["scope": "openid"]).expectSuccess()
    #expect(stage.visitor.told.person == "alice")
    try stage.jobToken().expectSuccess()
    #expect(stage.visitor.told.person == nil)
  }

  @Test(
    "is trusted by the entry that lists its audience before one that lists none",
    arguments: [true, false])
  func audienceOfEntry(isFirst: Bool) throws {
    let keys = JWK.set([AssertionVisitor.rsa].compactMap { $0?.publicJWK() }).text()
    let issuer =
      "\"provider\": \"standard\", \"issuer\": \"\(IssuerVisitor.people)\", \"jwks\": \(keys)"
    let entries = [
      "{\(issuer), \"name\": \"people\", \"person_claim\": \"email\"}",
      "{\(issuer), \"name\": \"box\", \"audiences\": [\"api://box\"], \"client\": \"native\"}",
    ]
    let list = (isFirst ? entries : entries.reversed()).joined(separator: ", ")
    let stage = try IssuerVisitor(
      cast: "{\"schema\": 1, \"kind\": \"cast\", \"trust\": [\(list)]}")
    for id in ["native", nil] {
      try stage.token(stage.jwt(["aud": "api://box"]), ["client_id": id, "scope": "mcp:read"])
        .expectSuccess()
      #expect(stage.visitor.told.person == nil)
    }
    try stage.token(stage.jwt()).expectSuccess()
    #expect(stage.visitor.told.person == "alice")
  }

  @Test("is refused by its first entry where its claims fit none")
  func noEntry() throws {
    try stage.jobToken(["aud": "api://box", "sub": "x"])
    try stage.expect(.jwtSubjectNotAllowed, naming: "x")
  }

  @Test("may be an ID token of this server, which plays the issuer")
  func own() throws {
    try stage.visitor.post(
      "/standard/token",
      [
        "grant_type": "password", "username": "alice", "password": "wonderland", "scope": "openid",
        "client_id": "web", "client_secret": AssertionVisitor.secret,
      ])
    let idToken = try stage.visitor.member("id_token")
    try stage.token(idToken).expectSuccess()
    #expect(stage.visitor.told.person == "alice")
    let parts = idToken.split(separator: ".")
    try stage.token("\(parts[0]).\(parts[1]).AAAA")
    try stage.expect(.jwtSignatureWrong, naming: "this server")
  }

  @Test("of this server is judged by the sandbox's clock, and used once by it")
  func ownClock() throws {
    let key = try #require(Visitor.keys.key("RS256", recorded: nil)?.pair)
    let now = stage.visitor.now
    try stage.visitor.post(
      "/standard/token",
      [
        "grant_type": "password", "username": "alice", "password": "wonderland", "scope": "openid",
        "client_id": "web", "client_secret": AssertionVisitor.secret,
      ])
    let subject = try JWS.parse(stage.visitor.member("id_token")).payload["sub"]
    func jwt(_ end: Int, _ identity: String) throws -> String {
      try stage.jwt(
        [
          "iss": JSONValue(.string(AssertionVisitor.issuer)), "aud": "web",
          "exp": JSONValue(integerLiteral: end), "iat": nil, "sub": subject,
          "jti": JSONValue(.string(identity)),
        ], by: key)
    }
    var sandbox = stage.visitor.sandbox
    var random = Entropy(seed: 1)
    func condition(_ assertion: String, at clock: Int) throws -> Condition? {
      let form = [
        (name: "grant_type", value: IssuerVisitor.grant), (name: "client_id", value: "native"),
        (name: "assertion", value: assertion),
      ]
      let reading = sandbox.site.read(
        Request(
          method: .post, authority: Visitor.host, target: "/standard/token",
          headers: [.contentType: "application/x-www-form-urlencoded"],
          body: Array(QueryStyle().encode(form).utf8)))
      return sandbox.decide(reading, at: Instants(wall: now, sandbox: clock), using: &random)
        .log.condition
    }
    let later = now + 7200
    #expect(try condition(jwt(now + 60, "b"), at: later) == .jwtExpired)
    let once = try jwt(later + 60, "a")
    #expect(try condition(once, at: later) == nil)
    let saved = sandbox
    for wait in [0, 60, 69] {
      #expect(try condition(once, at: later + wait) == .jwtReused, "\(wait)")
    }
    #expect(try condition(once, at: later + 70) == .jwtExpired)
    // A copy, such as a checkpoint, remembers it too.
    sandbox = saved
    #expect(try condition(once, at: later) == .jwtReused)
  }

  // MARK: Scopes

  @Test("yields the scopes that its trust allows")
  func scopes() throws {
    try stage.jobToken([:], ["scope": "mcp:write"])
    try stage.expect(.scopeExceeded, naming: "the entry main", "invalid_scope")
    try stage.token(stage.jwt(), ["scope": "openid nowhere"])
    try stage.expect(.scopeUnknown, naming: "nowhere", "invalid_scope")
  }

  @Test("is no access token of another issuer")
  func accessToken() throws {
    try stage.token(stage.jwt(header: ["typ": "at+jwt"]))
    try stage.expect(.jwtTypeUnsupported, naming: "at+jwt")
  }

  @Test("yields no scope of a person without one, and no offline_access")
  func scopesOfNobody() throws {
    let keys = JWK.set([AssertionVisitor.rsa].compactMap { $0?.publicJWK() }).text()
    let stage = try IssuerVisitor(
      cast: """
        {"schema": 1, "kind": "cast", "trust": [
          {"provider": "standard", "name": "x", "issuer": "\(IssuerVisitor.people)", "jwks": \(keys)}]}
        """)
    try stage.token(stage.jwt())
    try stage.expect(.scopeNotAllowed, naming: "names no person", "invalid_scope")
    try self.stage.token(self.stage.jwt(), ["scope": "openid offline_access"])
    try self.stage.expect(.scopeNotAllowed, naming: "no refresh token", "invalid_scope")
  }

  // MARK: Use

  @Test("with a jti is accepted once, and one without can be sent again")
  func replay() throws {
    let jwt = try stage.jwt()
    try stage.token(jwt).expectSuccess()
    for wait in [0, 60, 9] {
      stage.visitor.now += wait
      try stage.token(jwt)
      try stage.expect(.jwtReused, naming: "jti j-1")
    }
    stage.visitor.now += 1
    try stage.token(jwt)
    try stage.expect(.jwtExpired)
    // The same jti of another issuer is another JWT.
    try stage.jobToken(["jti": "x"]).expectSuccess()
    try stage.token(stage.jwt(["jti": "x"])).expectSuccess()
    let plain = try stage.jwt(["jti": nil])
    for _ in 0..<2 { try stage.token(plain).expectSuccess() }
    try stage.token(stage.jwt(["jti": 1]))
    try stage.expect(.jwtClaimWrong, naming: "jti")
  }

  @Test("is not used up by a request that is refused")
  func refusedIsUnused() throws {
    let jwt = try stage.jwt()
    for scope in ["nowhere", "offline_access"] {
      try stage.token(jwt, ["scope": scope])
      #expect(stage.visitor.status == 400)
    }
    try stage.token(jwt).expectSuccess()
  }

  @Test("needs a jti where the fixture requires it, and many uses where it allows them")
  func fixtureRules() throws {
    func stage(_ rule: String) throws -> IssuerVisitor {
      try IssuerVisitor(
        patch: """
          {"token": {"grants": {"\(IssuerVisitor.grant)": {"trusts": {"JWT": \(rule)}}}}}
          """)
    }
    let strict = try stage("{\"jti_required\": true, \"longest\": 60, \"sole_audience\": true}")
    try strict.token(strict.jwt(["jti": nil]))
    try strict.expect(.jwtIdMissing, naming: "jti")
    try strict.token(strict.jwt(["exp": JSONValue(integerLiteral: strict.visitor.now + 71)]))
    try strict.expect(.jwtExpiryDistant)
    try strict.token(strict.jwt(["aud": ["x", JSONValue(.string(AssertionVisitor.issuer))]]))
    try strict.expect(.jwtAudienceWrong, naming: "no other audience")
    let loose = try stage("{\"once\": false}")
    let jwt = try loose.jwt()
    for _ in 0..<2 { try loose.token(jwt).expectSuccess() }
  }

  // MARK: Switches

  @Test("is taken by no grant where a quirk removes it, which the metadata says")
  func gone() throws {
    let stage = try IssuerVisitor(
      with: ["no-jwt-bearer-grant", "no-token-exchange"],
      cast: "{\"schema\": 1, \"kind\": \"cast\"}")
    try stage.token(stage.jwt())
    try stage.expect(.grantUnsupported, "unsupported_grant_type")
    try stage.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(!stage.visitor.page.contains(IssuerVisitor.grant))
    let provider = try #require(stage.visitor.sandbox.site.providers.provider("standard"))
    #expect(provider.names.slot("assertion") == nil)
    let token = try #require(provider.endpoint(.token))
    #expect(!provider.conditions(at: token).contains(.jwtExpired))
    let other = try IssuerVisitor()
    try other.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(other.visitor.page.contains(IssuerVisitor.grant))
  }

  @Test("has its conditions where the grant is")
  func conditions() throws {
    let provider = try #require(stage.visitor.sandbox.site.providers.provider("standard"))
    let token = try #require(provider.endpoint(.token))
    let conditions = provider.conditions(at: token).filter { $0.name.hasPrefix("jwt_") }
    #expect(conditions.count == 19)
  }
}
