import Basics
import ProviderModel
import Testing

/// What a client says of itself in header and body, request by request (RFC 6749 §2.3): the password grant needs no page.
@Suite("A client's claim")
struct ClientClaimTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    /// Stands in the body.
    var id: String?
    var secret: String?
    /// Stands behind `Authorization: Basic`, before it is encoded.
    var basic: String?
    var header: String?
    /// `nil` where the client is taken.
    var condition: Condition?
    var testDescription: String { name }
  }

  private static let secret = StandardVisitor.secret
  private static let callback = StandardVisitor.callback
  private static let cast = """
    {"schema": 1, "kind": "cast", "clients": [
      {"provider": "standard", "client_id": "app", "kind": "public"},
      {"provider": "standard", "client_id": "post", "secret": "\(secret)",
       "token_endpoint_auth_method": "client_secret_post"},
      {"provider": "standard", "client_id": "basic", "secret": "\(secret)",
       "token_endpoint_auth_method": "client_secret_basic"},
      {"provider": "standard", "client_id": "a b:c", "secret": "p:q +%"},
      {"provider": "standard", "client_id": "blank"},
      {"provider": "standard", "client_id": "silent", "token_endpoint_auth_method": "none"},
      {"provider": "standard", "client_id": "kept", "kind": "public", "secret": "\(secret)"},
      {"provider": "standard", "client_id": "limited", "secret": "\(secret)",
       "grant_types": ["authorization_code"]}
    ]}
    """

  static let cases: [Case] = [
    .init(name: "id and secret in the body", id: "web", secret: secret),
    .init(name: "id and secret in the header", basic: "web:" + secret),
    .init(name: "the same id in the body, too", id: "web", basic: "web:" + secret),
    .init(name: "an empty secret in the body, too", secret: "", basic: "web:" + secret),
    .init(name: "a form-encoded pair", basic: "a+b%3Ac:p%3Aq+%2B%25"),
    .init(name: "a public client", id: "app"),
    .init(name: "a public client with an empty secret", id: "app", secret: ""),
    .init(name: "a public client in the header", basic: "app:"),
    .init(name: "the registered body", id: "post", secret: secret),
    .init(name: "the registered header", basic: "basic:" + secret),
    .init(name: "nothing", condition: .clientMissing),
    .init(name: "an empty id", id: "", condition: .clientMissing),
    .init(name: "a secret alone", secret: secret, condition: .clientMissing),
    .init(name: "an empty id in the header", basic: ":" + secret, condition: .clientMissing),
    .init(name: "an unknown id", id: "nobody", secret: secret, condition: .clientUnknown),
    .init(name: "an unknown id in the header", basic: "nobody:x", condition: .clientUnknown),
    .init(name: "no secret", id: "web", condition: .secretMissing),
    .init(name: "an empty secret", id: "web", secret: "", condition: .secretMissing),
    .init(name: "no secret in the header", basic: "web:", condition: .secretMissing),
    .init(name: "a wrong secret", id: "web", secret: "x", condition: .secretWrong),
    .init(name: "a wrong secret in the header", basic: "web:x", condition: .secretWrong),
    .init(
      name: "the body where the header is registered", id: "basic", secret: secret,
      condition: .clientAuthUnsupported),
    .init(
      name: "the header where the body is registered", basic: "post:" + secret,
      condition: .clientAuthUnsupported),
    .init(
      name: "neither where the header is registered", id: "basic", condition: .secretMissing),
    .init(
      name: "no secret in the header where the body is registered", basic: "post:",
      condition: .secretMissing),
    .init(name: "no secret of a client whose cast has none", id: "blank"),
    .init(
      name: "a public client's secret", id: "app", secret: "x", condition: .secretUnexpected),
    .init(
      name: "a secret in header and body", id: "web", secret: secret, basic: "web:" + secret,
      condition: .clientAuthRepeated),
    .init(
      name: "a secret in header and body, without an id", secret: secret, basic: "web:" + secret,
      condition: .clientAuthRepeated),
    .init(
      name: "another id in the body", id: "post", basic: "web:" + secret,
      condition: .clientAuthRepeated),
    .init(
      name: "another id in the body, without secrets", id: "post", basic: "app:",
      condition: .clientAuthRepeated),
    .init(
      name: "another scheme", id: "web", secret: secret, header: "Bearer x",
      condition: .clientAuthUnsupported),
    .init(
      name: "text without a scheme", id: "web", secret: secret, header: "x",
      condition: .clientAuthUnsupported),
    .init(
      name: "no base64", id: "web", secret: secret, header: "Basic ?",
      condition: .clientAuthUnsupported),
    .init(
      name: "a grant that is not the client's", id: "limited", secret: secret,
      condition: .grantNotAllowed),
  ]

  @Test("is taken or refused", arguments: cases)
  func claim(_ sent: Case) throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    var form = ["grant_type": "password", "username": "alice", "password": "wonderland"]
    form["client_id"] = sent.id
    form["client_secret"] = sent.secret
    let basic = sent.basic.map { "Basic " + Base64.encode(Array($0.utf8)) }
    let headers = (sent.header ?? basic).map { [("Authorization", $0)] } ?? []
    try visitor.post("/standard/token", fields: form, headers)
    #expect(visitor.condition == sent.condition, "\(visitor.page)")
    #expect((visitor.status == 200) == (sent.condition == nil))
    if let id = sent.basic == "a+b%3Ac:p%3Aq+%2B%25" ? "a b:c" : sent.id, sent.condition == nil {
      #expect(visitor.told.client == id)
    }
  }

  @Test("of another scheme is told by its name, and text without one is not repeated")
  func scheme() throws {
    let visitor = try Visitor(
      patching: """
        { "errors": { "token": { "client_auth_unsupported": { "text": "not by '{{err.value}}'" } } } }
        """)
    for (header, text, why) in [
      ("BEARER x", "not by 'bearer'", "the Authorization header has the scheme bearer"),
      ("Token", "not by ''", "the Authorization header has no scheme"),
      ("Basic ?", "not by 'Basic'", "the Authorization header is not base64 of id:secret"),
    ] {
      try visitor.token(["grant_type": "password"], [("Authorization", header)])
      #expect(try visitor.member("error_description") == text)
      #expect(visitor.told.why == why)
    }
  }

  @Test("in a header that the provider does not know is passed over")
  func noBasic() throws {
    let visitor = try Visitor("vk")
    for header in ["Bearer x", "Basic d2ViOng=", "x"] {
      try visitor.call(
        .get,
        "/vk/access_token?grant_type=client_credentials&client_id=7999001"
          + "&client_secret=\(Self.secret)", [("Authorization", header)])
      #expect(visitor.status == 200, "\(visitor.page)")
    }
  }

  @Test("without a secret misses it, also where the provider has no clients without one")
  func noNone() throws {
    let visitor = try Visitor("instagram")
    let web = "c0ffee00c0ffee00c0ffee00c0ffee00"
    try visitor.post(
      "/instagram/oauth/access_token", ["client_id": web, "grant_type": "authorization_code"])
    #expect(visitor.condition == .secretMissing)
    // Without a secret in the cast, none is right.
    try visitor.post(
      "/instagram/oauth/access_token",
      [
        "client_id": "f68621ad1bd44bbf90818fe6851644cb", "grant_type": "authorization_code",
        "client_secret": "x",
      ])
    #expect(visitor.condition == .secretWrong)
  }

  @Test("is judged as its grant says", arguments: ["confidential", "named", "secret", "always"])
  func proofs(_ proof: String) throws {
    let visitor = try Visitor(
      patching: """
        { "token": { "grants": { "password": { "client_authentication": "\(proof)" } } } }
        """, cast: Self.cast)
    func ask(_ client: String, _ secret: String?) throws -> Condition? {
      var form = [
        "grant_type": "password", "username": "alice", "password": "wonderland",
        "client_id": client,
      ]
      form["client_secret"] = secret
      try visitor.post("/standard/token", fields: form)
      return visitor.condition
    }
    #expect(try ask("web", Self.secret) == nil)
    #expect(try ask("web", "x") == .secretWrong)
    #expect(try ask("web", nil) == (proof == "named" ? nil : .secretMissing))
    let app: Condition? =
      switch proof {
      case "secret": .secretMissing
      case "always": .grantNotAllowed
      default: nil
      }
    #expect(try ask("app", nil) == app)
    if proof == "always" {
      #expect(visitor.told.remedy == "make it confidential in its cast")
    }
    let unexpected: Condition = proof == "secret" ? .secretWrong : .secretUnexpected
    #expect(try ask("app", "x") == unexpected)
    // A secret makes a client one that can authenticate, and so does its kind.
    #expect(try ask("kept", Self.secret) == nil)
    #expect(try ask("kept", "x") == .secretWrong)
    let held: Condition? = ["secret", "always"].contains(proof) ? .secretMissing : nil
    #expect(try ask("kept", nil) == held)
    // A client that is registered without authentication has no proof, whatever its kind.
    #expect(try ask("silent", nil) == app)
    #expect(try ask("blank", nil) == app)
    #expect(try ask("limited", Self.secret) == .grantNotAllowed)
    #expect(visitor.told.remedy == "add it to grant_types of this client in its cast")
  }

  @Test("of a public client with a secret is taken where the provider says so")
  func secretUnexpected() throws {
    let visitor = try Visitor(
      patching: #"{ "token": { "secret_unexpected": false } }"#, cast: Self.cast)
    try visitor.passwordGrant("email", ["client_id": "app", "client_secret": "x"])
    #expect(visitor.status == 200)
    try visitor.passwordGrant("email", ["client_id": "web", "client_secret": "x"])
    #expect(visitor.condition == .secretWrong)
  }

  @Test("of a client that registered no authentication, or has no secret, needs no secret")
  func noAuthentication() throws {
    let visitor = try Visitor(
      "standard",
      cast: """
        { "schema": 1, "kind": "cast", "clients": [
          { "provider": "standard", "client_id": "none", "secret": "\(Self.secret)",
            "token_endpoint_auth_method": "none" },
          { "provider": "standard", "client_id": "empty", "kind": "public" }] }
        """)
    for (client, secret, condition) in [
      ("none", "", nil), ("none", Self.secret, .clientAuthUnsupported), ("empty", "", nil),
      ("empty", "x", .secretUnexpected),
    ] as [(String, String, Condition?)] {
      try visitor.passwordGrant("email", ["client_id": client, "client_secret": secret])
      #expect(visitor.condition == condition, "\(client) \(secret)")
    }
  }

  @Test("of a client in no cast is believed where any client is taken, and only of that one")
  func anyClient() throws {
    for isTaken in [true, false] {
      let visitor = try Visitor("standard", anyClient: isTaken)
      for secret in ["", "x"] {
        try visitor.passwordGrant("email", ["client_id": "nobody", "client_secret": secret])
        #expect(visitor.condition == (isTaken ? nil : .clientUnknown))
      }
      try visitor.passwordGrant("email", ["client_id": "web", "client_secret": "x"])
      #expect(visitor.condition == .secretWrong)
    }
  }

  @Test("is judged before the grant that it asks for is looked at")
  func order() throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    try visitor.token(["grant_type": "password", "client_id": "nobody"])
    #expect(visitor.condition == .clientUnknown)
    try visitor.token(["grant_type": "magic", "client_id": "nobody"])
    #expect(visitor.condition == .grantUnsupported)
    try visitor.token(["client_id": "nobody"])
    #expect(visitor.condition == .grantMissing)
    #expect(visitor.told.why == "the request has no grant_type")
    try visitor.token(["grant_type": "", "client_id": "nobody"])
    #expect(visitor.condition == .grantMissing)
    try visitor.call(
      .post, "/standard/token?grant_type=authorization_code",
      [("Content-Type", "application/x-www-form-urlencoded")], body: Array("a=b".utf8))
    #expect(
      visitor.told.why == "the request has grant_type in its query, which is not read here")
  }
}
