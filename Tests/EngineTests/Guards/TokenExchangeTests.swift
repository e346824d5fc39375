import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Token exchange (RFC 8693) of a sandbox's own tokens: what is issued, and a refusal for each wrong request.
@Suite("Token exchange")
struct TokenExchangeTests {
  private let stage: ExchangeVisitor
  init() throws { stage = try ExchangeVisitor() }

  // MARK: Issued

  @Test("issues an access token for the subject, with the scopes of its token")
  func access() throws {
    try stage.exchange(stage.token()).expectSuccess()
    #expect(try stage.visitor.member("issued_token_type") == ExchangeVisitor.access)
    #expect(try stage.visitor.member("token_type") == "Bearer")
    #expect(try stage.visitor.member("scope") == "openid email")
    #expect(!stage.visitor.page.contains("refresh_token"))
    #expect(stage.visitor.told.person == "alice")
    try stage.introspect(stage.visitor.member("access_token"))
    #expect(try stage.visitor.member("username") == "alice")
    #expect(!stage.visitor.page.contains("\"act\""))
  }

  @Test("takes a refresh token and an ID token of the client, by their types and as a JWT")
  func kinds() throws {
    try stage.exchange(
      stage.token("refresh_token"), ["subject_token_type": ExchangeVisitor.refresh]
    ).expectSuccess()
    let idToken = try stage.token("id_token")
    for type in [ExchangeVisitor.id, ExchangeVisitor.jwt] {
      try stage.exchange(idToken, ["subject_token_type": type, "scope": "openid"]).expectSuccess()
      #expect(stage.visitor.told.person == "alice")
    }
    let jwt = try stage.token(scope: "openid", as: "api")
    try stage.exchange(jwt, ["subject_token_type": ExchangeVisitor.jwt]).expectSuccess()
  }

  @Test("issues an ID token, which is no access token")
  func idToken() throws {
    try stage.exchange(
      stage.token(), ["requested_token_type": ExchangeVisitor.id]
    ).expectSuccess()
    #expect(try stage.visitor.member("token_type") == "N_A")
    #expect(try stage.visitor.member("issued_token_type") == ExchangeVisitor.id)
    let idToken = try stage.visitor.member("access_token")
    try stage.exchange(idToken, ["subject_token_type": ExchangeVisitor.id, "scope": "openid"])
      .expectSuccess()
  }

  @Test("issues a token for the audience and the resource, which the client may ask for")
  func targets() throws {
    let token = try stage.token()
    try stage.exchange(
      token, ["audience": "billing", "resource": "https://api.example"]
    ).expectSuccess()
    try stage.introspect(stage.visitor.member("access_token"))
    let aud = try stage.visitor.member("aud")
    #expect(aud.contains("billing") && aud.contains("https://api.example"))
    // The audiences of a client are for a request that names none.
    for (name, value) in [("audience", "https://api.example"), ("resource", "https://two.example")]
    {
      try stage.exchange(token, ["client_id": "api", name: value]).expectSuccess()
      try stage.introspect(stage.visitor.member("access_token"))
      #expect(stage.visitor.page.contains("\"aud\":\"\(value)\""), "\(stage.visitor.page)")
    }
    try stage.exchange(token, ["client_id": "api"]).expectSuccess()
    try stage.introspect(stage.visitor.member("access_token"))
    #expect(stage.visitor.page.contains("[\"https://api.example\",\"https://two.example\"]"))
    try stage.exchange(token, ["client_id": "api", "audience": "billing"])
    try stage.expect(.audienceNotAllowed, naming: "billing", "invalid_target")
  }

  @Test("names in an ID token the client, and the others for which the request asks")
  func audienceOfIDToken() throws {
    let token = try stage.token(as: "api")
    func claims(_ changes: AssertionVisitor.Form) throws -> JSONValue {
      let form: AssertionVisitor.Form = [
        "client_id": "api", "scope": "openid", "requested_token_type": ExchangeVisitor.id,
      ]
      try stage.exchange(token, form.merging(changes) { $1 }).expectSuccess()
      return try JWS.parse(stage.visitor.member("access_token")).payload
    }
    // The client's own audiences are for access tokens.
    let plain = try claims([:])
    #expect(plain["aud"] == "api" && plain["azp"] == nil)
    let named = try claims(["audience": "https://api.example", "resource": "https://two.example"])
    #expect(named["aud"] == ["api", "https://two.example", "https://api.example"])
    #expect(named["azp"] == "api")
    try stage.exchange(
      token,
      [
        "client_id": "api", "requested_token_type": ExchangeVisitor.id,
        "audience": "https://three.example",
      ])
    try stage.expect(.audienceNotAllowed, naming: "three", "invalid_target")
  }

  @Test("issues some of the scopes, and of those only the client's own")
  func scopes() throws {
    let token = try stage.token(scope: "openid email profile")
    try stage.exchange(token, ["scope": "email"]).expectSuccess()
    #expect(try stage.visitor.member("scope") == "email")
    try stage.exchange(token, ["client_id": "api"]).expectSuccess()
    #expect(try stage.visitor.member("scope") == "openid email")
    try stage.exchange(token, ["scope": "email phone"])
    try stage.expect(.scopeExceeded, naming: "phone", "invalid_scope")
  }

  // MARK: Acting

  @Test("names the actor in act, and the earlier ones inside of it")
  func chain() throws {
    let actor = try stage.token(of: "helper")
    var token = try stage.token()
    for depth in 1...ActingParty.mostParties {
      try stage.exchange(
        token,
        ["actor_token": actor, "actor_token_type": ExchangeVisitor.access]
      ).expectSuccess()
      token = try stage.visitor.member("access_token")
      try stage.introspect(token)
      let inner = String(repeating: "{\"sub\":\"helper-1\",\"act\":", count: depth - 1)
      #expect(stage.visitor.page.contains("\"act\":\(inner){\"sub\":\"helper-1\"}"))
      #expect(try stage.visitor.member("username") == "alice")
    }
    try stage.exchange(
      token, ["actor_token": actor, "actor_token_type": ExchangeVisitor.access])
    try stage.expect(.actorChainLong, naming: "\(ActingParty.mostParties)")
    // Without an actor, the chain stays as it is.
    try stage.exchange(token).expectSuccess()
  }

  @Test("names the actor in an ID token, and in an assertion for another server")
  func actorInIDToken() throws {
    let actor = try stage.token(of: "helper")
    let idToken = try stage.token("id_token")
    for requested in [ExchangeVisitor.id, ExchangeVisitor.type + "id-jag"] {
      try stage.exchange(
        idToken,
        [
          "subject_token_type": ExchangeVisitor.id, "requested_token_type": requested,
          "actor_token": actor, "actor_token_type": ExchangeVisitor.access, "scope": "openid",
          "audience": "https://two.example",
        ]
      ).expectSuccess()
      let issued = try JWS.parse(stage.visitor.member("access_token"))
      #expect(issued.payload["act"] == ["sub": "helper-1"], "\(requested)")
    }
  }

  @Test("lets the party act that may_act of the subject names, and no other")
  func mayAct() throws {
    func exchange(_ subject: String, by actor: String?) throws {
      try stage.exchange(
        stage.token(of: subject),
        [
          "actor_token": actor.map { try stage.token(of: $0) },
          "actor_token_type": actor.map { _ in ExchangeVisitor.access },
        ])
    }
    try exchange("boss", by: "helper")
    stage.expectSuccess()
    try exchange("boss", by: "alice")
    try stage.expect(.actorNotAllowed, naming: "helper-1")
    try exchange("boss", by: nil)
    try stage.expect(.actorNotAllowed, naming: "the client")
    try exchange("manager", by: nil)
    stage.expectSuccess()
    try exchange("odd", by: nil)
    try stage.expect(.actorNotAllowed)
  }

  @Test("takes an actor token with its type, and the type with its token")
  func actorParameters() throws {
    let token = try stage.token()
    try stage.exchange(token, ["actor_token": token])
    try stage.expect(.parameterMissing, naming: "actor_token_type")
    try stage.exchange(token, ["actor_token_type": ExchangeVisitor.access])
    try stage.expect(.parameterMissing, naming: "no actor_token")
    try stage.exchange(
      token, ["actor_token": token, "actor_token_type": ExchangeVisitor.refresh])
    try stage.expect(.actorTypeUnsupported, naming: ExchangeVisitor.refresh)
    try stage.exchange(token, ["actor_token": "x", "actor_token_type": ExchangeVisitor.access])
    try stage.expect(.actorTokenUnknown)
  }

  @Test("takes no actor token that is expired, revoked or an ID token of another client")
  func deadActors() throws {
    func exchange(_ actor: String, _ type: String) throws {
      try stage.exchange(stage.token(), ["actor_token": actor, "actor_token_type": type])
    }
    let (late, revoked) = (try stage.token(), try stage.token())
    try stage.visitor.post("/standard/revoke", ["token": revoked, "client_id": "native"])
    try exchange(revoked, ExchangeVisitor.access)
    try stage.expect(.actorTokenRevoked)
    try exchange(stage.token("id_token", as: "api"), ExchangeVisitor.id)
    try stage.expect(.actorTokenOtherClient, naming: "api")
    stage.visitor.now += 3600
    try exchange(late, ExchangeVisitor.access)
    try stage.expect(.actorTokenExpired)
  }

  // MARK: The subject token

  @Test("yields no scope of a person for a token that is about nobody")
  func nobody() throws {
    try stage.visitor.post(
      "/standard/token",
      [
        "grant_type": "client_credentials", "client_id": "web", "scope": "mcp:read",
        "client_secret": AssertionVisitor.secret,
      ])
    let token = try stage.visitor.member("access_token")
    try stage.exchange(token).expectSuccess()
    #expect(try stage.visitor.member("scope") == "mcp:read")
  }

  @Test("revokes the subject token where the fixture says so, and only then")
  func revokes() throws {
    let token = try stage.token()
    for _ in 0..<2 { try stage.exchange(token).expectSuccess() }
    let strict = try ExchangeVisitor(
      patch: """
        {"token": {"grants": {"\(ExchangeVisitor.grant)": {"exchange": {"revokes_subject": true}}}}}
        """)
    let once = try strict.token()
    try strict.exchange(once, ["scope": "phone"])
    try strict.expect(.scopeExceeded, "invalid_scope")
    try strict.exchange(once).expectSuccess()
    try strict.exchange(once)
    try strict.expect(.subjectTokenRevoked)
  }

  // MARK: Switches

  @Test("is gone with its parameters and its metadata where a quirk removes it")
  func gone() throws {
    let stage = try ExchangeVisitor(with: ["no-token-exchange"])
    try stage.exchange("x")
    try stage.expect(.grantUnsupported, "unsupported_grant_type")
    try stage.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(!stage.visitor.page.contains("token-exchange"))
    let provider = try #require(stage.visitor.sandbox.site.providers.provider("standard"))
    #expect(provider.names.slot("subject_token") == nil)
    let token = try #require(provider.endpoint(.token))
    #expect(!provider.conditions(at: token).contains(.actorNotAllowed))
  }
}
