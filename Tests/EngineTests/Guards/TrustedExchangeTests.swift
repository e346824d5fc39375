import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Token exchange (RFC 8693) of JWTs of other issuers.
@Suite("The exchange of a JWT of another issuer")
struct TrustedExchangeTests {
  private let stage: IssuerVisitor
  init() throws { stage = try IssuerVisitor() }

  @Test("issues a token for the person of the JWT, as often as it is sent")
  func person() throws {
    let jwt = try stage.jwt()
    for type in [ExchangeVisitor.jwt, ExchangeVisitor.id] {
      try stage.exchange(jwt, ["subject_token_type": type]).expectSuccess()
      #expect(stage.visitor.told.person == "alice")
    }
    #expect(try stage.visitor.member("issued_token_type") == ExchangeVisitor.access)
  }

  @Test("issues a token for the client for which the issuer is trusted, if the request names none")
  func workload() throws {
    let form: IssuerVisitor.Form = ["client_id": nil, "scope": "mcp:read"]
    try stage.exchange(stage.job(), form).expectSuccess()
    #expect(stage.visitor.told.client == "jobs" && stage.visitor.told.person == nil)
    try stage.exchange(stage.job(), ["scope": "mcp:read"])
    try stage.expect(.jwtClientWrong, naming: "jobs", "invalid_request")
    try stage.exchange(stage.job(), ["client_id": nil, "scope": "mcp:write"])
    try stage.expect(.scopeExceeded, naming: "the entry main", "invalid_scope")
    try stage.exchange(stage.job(["sub": "repo:other/repo:main"]), form)
    try stage.expect(.jwtSubjectNotAllowed, "invalid_request")
  }

  @Test("vouches for no client by a token of this server")
  func ownToken() throws {
    // The cast trusts this server as an issuer, for one client.
    let stage = try IssuerVisitor(
      cast: """
        {"schema": 1, "kind": "cast", "clients": [
          {"provider": "standard", "client_id": "api", "kind": "public", "access_token_format": "jwt"}],
         "trust": [
          {"provider": "standard", "name": "own", "issuer": "\(AssertionVisitor.issuer)", "client": "web"}]}
        """)
    try stage.visitor.post(
      "/standard/token",
      [
        "grant_type": "password", "username": "alice", "password": "wonderland", "scope": "openid",
        "client_id": "api",
      ])
    try stage.exchange(stage.visitor.member("access_token"), ["client_id": nil])
    try stage.expect(.clientMissing, naming: "names no client", "invalid_client")
  }

  @Test("checks the JWT as the JWT bearer grant does, with the error of token exchange")
  func refusals() throws {
    for (changes, condition) in [
      (["iss": "https://other.example"], .jwtIssuerUntrusted), (["aud": "x"], .jwtAudienceWrong),
      (["exp": 1], .jwtExpired), (["sub": nil], .jwtSubjectMissing),
      (["email": "nobody@example.test"], .jwtPersonUnknown),
    ] as [(IssuerVisitor.Changes, Condition)] {
      try stage.exchange(stage.jwt(changes))
      try stage.expect(condition, "invalid_request")
    }
    try stage.exchange(stage.jwt(by: AssertionVisitor.stranger))
    try stage.expect(.jwtSignatureWrong, "invalid_request")
    try stage.exchange("no-jwt")
    try stage.expect(.subjectTokenUnknown, "invalid_request")
    // An assertion that is accepted once is not good for many exchanges.
    try stage.exchange(stage.jwt(header: ["typ": "oauth-id-jag+jwt"]))
    try stage.expect(.jwtTypeUnsupported, "invalid_request")
    // A header may leave typ out.
    try stage.exchange(stage.jwt(header: ["typ": nil])).expectSuccess()
  }

  @Test("keeps the claim act, adds the actor with its issuer, and honours may_act")
  func acting() throws {
    let act: JSONValue = ["sub": "proxy"]
    try stage.exchange(stage.jwt(["act": act])).expectSuccess()
    func introspect() throws {
      try stage.visitor.post(
        "/standard/introspect",
        [
          "token": stage.visitor.member("access_token"), "client_id": "web",
          "client_secret": AssertionVisitor.secret,
        ])
    }
    try introspect()
    #expect(stage.visitor.page.contains("\"act\":{\"sub\":\"proxy\"}"))
    let actor = try stage.jwt(["sub": "agent"])
    let form: IssuerVisitor.Form = ["actor_token": actor, "actor_token_type": ExchangeVisitor.jwt]
    try stage.exchange(stage.jwt(["act": act]), form).expectSuccess()
    try introspect()
    #expect(
      stage.visitor.page.contains(
        "\"act\":{\"iss\":\"\(IssuerVisitor.people)\",\"sub\":\"agent\",\"act\":{\"sub\":\"proxy\"}}"
      ))
    let issuer = JSONValue(.string(IssuerVisitor.people))
    try stage.exchange(stage.jwt(["may_act": ["sub": "agent", "iss": issuer]]), form)
      .expectSuccess()
    try stage.exchange(stage.jwt(["may_act": ["sub": "agent", "iss": "https://x.example"]]), form)
    try stage.expect(.actorNotAllowed, "invalid_request")
    try stage.exchange(stage.jwt(["may_act": ["sub": "agent"]]))
    try stage.expect(.actorNotAllowed, naming: "the client", "invalid_request")
    var chain: JSONValue = ["sub": "a"]
    for _ in 1..<ActingParty.mostParties { chain = ["sub": "a", "act": chain] }
    try stage.exchange(stage.jwt(["act": chain]), form)
    try stage.expect(.actorChainLong, "invalid_request")
    try stage.exchange(stage.jwt(["act": chain])).expectSuccess()
    try stage.exchange(stage.jwt(["act": ["sub": "a", "act": chain]]))
    try stage.expect(.actorChainLong, "invalid_request")
  }

  @Test("takes an actor who is nobody in the cast, and no claim act that is no object")
  func actors() throws {
    let form: IssuerVisitor.Form = [
      "actor_token": try stage.jwt(["sub": "agent", "email": nil]),
      "actor_token_type": ExchangeVisitor.jwt,
    ]
    try stage.exchange(stage.jwt(), form).expectSuccess()
    for act in ["x", 5, ["a"], JSONValue(.null)] as [JSONValue] {
      try stage.exchange(stage.jwt(["act": act]))
      try stage.expect(.jwtClaimWrong, naming: "claim act", "invalid_request")
    }
  }

  @Test("keeps the time at which the person signed in")
  func authTime() throws {
    for (time, expected) in [
      (1_500_000_000, 1_500_000_000), (-5, 0), (stage.visitor.now + 50, stage.visitor.now),
      (nil, stage.visitor.now),
    ] as [(Int?, Int)] {
      try stage.exchange(
        stage.jwt(["auth_time": time.map { JSONValue(integerLiteral: $0) }]),
        [
          "subject_token_type": ExchangeVisitor.id, "audience": "https://two.example",
          "requested_token_type": ExchangeVisitor.type + "id-jag",
        ]
      ).expectSuccess()
      let issued = try JWS.parse(stage.visitor.member("access_token"))
      #expect(issued.payload["auth_time"]?.numberText == String(expected))
    }
  }

  @Test(
    "for an assertion for another server passes on authorization details, which that server knows")
  func detailsElsewhere() throws {
    let details = #"[{"type":"of-the-other-server","n":1}]"#
    func exchange(_ details: String) throws {
      try stage.exchange(
        stage.jwt(),
        [
          "subject_token_type": ExchangeVisitor.id, "audience": "https://two.example",
          "requested_token_type": ExchangeVisitor.type + "id-jag",
          "authorization_details": details,
        ])
    }
    try exchange(details)
    let issued = try JWS.parse(stage.visitor.member("access_token"))
    #expect(issued.payload["authorization_details"]?.text() == details)
    try exchange("[{}]")
    try stage.expect(.detailsUnreadable, naming: "no type", "invalid_authorization_details")
  }

  @Test("yields no scope of a person for a JWT that is about nobody, but one for another server")
  func nobody() throws {
    let keys = JWK.set([AssertionVisitor.rsa].compactMap { $0?.publicJWK() }).text()
    let stage = try IssuerVisitor(
      cast: """
        {"schema": 1, "kind": "cast", "trust": [
          {"provider": "standard", "name": "x", "issuer": "\(IssuerVisitor.people)", "jwks": \(keys)}]}
        """)
    for scope in ["openid", "mcp:read offline_access", "phone"] {
      try stage.exchange(stage.jwt(), ["scope": scope])
      try stage.expect(.scopeNotAllowed, naming: "about no person", "invalid_scope")
    }
    try stage.exchange(stage.jwt(), ["scope": "mcp:read"]).expectSuccess()
  }

  @Test("is refused as a JWT if it can't be read as one")
  func unreadable() throws {
    let long = JSONValue(.string(String(repeating: "x", count: 16 << 10)))
    for (jwt, word) in [
      (try stage.jwt(["x": long]), "bytes"), (try stage.jwt(header: ["crit": ["x"]]), "crit"),
      ("a.b.c", "JWT"),
    ] {
      try stage.exchange(jwt)
      try stage.expect(.jwtUnreadable, naming: word, "invalid_request")
      #expect(stage.why.contains("subject_token"))
    }
  }

  @Test("fetches the keys of both issuers")
  func keys() throws {
    let keys = JWK.set([AssertionVisitor.rsa].compactMap { $0?.publicJWK() }).text()
    for name in ["a", "b"] {
      stage.visitor.documents["http://127.0.0.1:7000/\(name)"] = .content(
        .init(status: 200, type: "application/json", body: Array(keys.utf8)))
    }
    let stage = try IssuerVisitor(
      cast: """
        {"schema": 1, "kind": "cast", "trust": [
          {"provider": "standard", "name": "a", "issuer": "https://a.example", "jwks_uri": "http://127.0.0.1:7000/a"},
          {"provider": "standard", "name": "b", "issuer": "https://b.example", "jwks_uri": "http://127.0.0.1:7000/b"}]}
        """)
    stage.visitor.documents = self.stage.visitor.documents
    try stage.exchange(
      stage.jwt(["iss": "https://a.example"]),
      [
        "actor_token": stage.jwt(["iss": "https://b.example"]), "scope": "mcp:read",
        "actor_token_type": ExchangeVisitor.jwt,
      ]
    ).expectSuccess()
    #expect(stage.visitor.fetched.sorted() == ["a", "b"].map { "http://127.0.0.1:7000/\($0)" })
  }
}
