import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Authentication by a JWT (RFC 7523 §2.2): the JWTs that are accepted, and a refusal for each that is not.
@Suite("A client's JWT")
struct ClientAssertionTests {
  private let stage: AssertionVisitor
  init() throws { stage = try AssertionVisitor() }

  // MARK: Accepted

  @Test("authenticates its client by a private key, with and without client_id in the body")
  func privateKey() throws {
    for id in ["service", nil] {
      try stage.token(stage.jwt(), ["client_id": id]).expectSuccess()
      #expect(stage.visitor.told.client == "service")
    }
    try stage.token(stage.jwt(of: "two-keys", by: AssertionVisitor.ec)).expectSuccess()
    try stage.token(stage.jwt(of: "two-keys")).expectSuccess()
    // Without a name, each key of the algorithm is tried.
    try stage.token(
      stage.jwt(of: "two-keys", header: ["kid": nil], by: AssertionVisitor.ec)
    ).expectSuccess()
  }

  @Test("authenticates its client by the client secret")
  func secret() throws {
    try stage.token(stage.hmac(of: "hmac")).expectSuccess()
    try stage.token(stage.hmac(of: "web")).expectSuccess()
  }

  @Test("authenticates at every endpoint where clients do")
  func endpoints() throws {
    for path in ["introspect", "revoke"] {
      try stage.post(path, stage.jwt(), ["token": "x"]).expectSuccess()
      try stage.post(path, stage.jwt(["aud": "x"]), ["token": "x"])
      stage.expect(.assertionAudienceWrong)
    }
    try stage.post("device_authorization", stage.jwt(), ["scope": "openid"]).expectSuccess()
    try stage.post("device_authorization", stage.jwt(["exp": 1]), [:])
    stage.expect(.assertionExpired)
  }

  @Test("may have fractions of seconds, and an audience in an array")
  func forms() throws {
    let now = stage.visitor.now
    try stage.token(
      stage.jwt([
        "exp": JSONValue(.number("\(now + 60).5")), "iat": JSONValue(.number("\(now).25")),
        "aud": [JSONValue(.string(AssertionVisitor.issuer))],
      ])
    ).expectSuccess()
  }

  // MARK: The form

  @Test("comes with its type")
  func type() throws {
    for type in [nil, "", "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"] {
      try stage.token(stage.jwt(), ["client_assertion_type": type])
      stage.expect(.assertionTypeInvalid, naming: "client_assertion_type")
    }
    try stage.token(nil)
    stage.expect(.parameterMissing, naming: "no client_assertion", status: 400)
  }

  @Test("is a JWS of at most 16 KiB whose payload is an object, with each member once")
  func unreadable() throws {
    let header = "{\"alg\":\"RS256\"}"
    for (text, word) in [
      ("a.b", "three parts"), ("a.b.c.d.e", "encrypted"), ("§.b.c", "base64url"),
      (AssertionVisitor.parts(header, "[]"), "an array"),
      (AssertionVisitor.parts("{}", "{}"), "alg"),
      (AssertionVisitor.parts(header, "{\"iss\":\"a\",\"iss\":\"b\"}"), "twice"),
      (AssertionVisitor.parts("{\"alg\":\"RS256\",\"alg\":\"none\"}", "{}"), "twice"),
      (AssertionVisitor.parts("{\"alg\":\"RS256\",\"crit\":[\"x\"]}", "{}"), "crit"),
    ] {
      try stage.token(text)
      stage.expect(.assertionUnreadable, naming: word)
    }
    let padding = JSONValue(.string(String(repeating: "x", count: 16 << 10)))
    try stage.token(stage.jwt(["x": padding]))
    stage.expect(.assertionUnreadable, naming: "bytes")
  }

  @Test("stands alone: no secret and no header beside it")
  func alone() throws {
    let basic = Base64.encode(Array("web:\(AssertionVisitor.secret)".utf8))
    try stage.token(stage.hmac(of: "web"), headers: [("Authorization", "Basic \(basic)")])
    stage.expect(.clientAuthRepeated, status: 400)
    try stage.token(
      stage.hmac(of: "web"), ["client_id": "web", "client_secret": AssertionVisitor.secret])
    stage.expect(.clientAuthRepeated, status: 400)
  }

  @Test("is sent once, as every parameter")
  func repeated() throws {
    let jwt = try stage.jwt()
    let body =
      "grant_type=client_credentials&client_assertion=\(jwt)&client_assertion=\(jwt)"
      + "&client_assertion_type=\(AssertionVisitor.type)"
    try stage.visitor.call(
      .post, "/standard/token", [("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(body.utf8))
    stage.expect(.parameterRepeated, naming: "client_assertion", status: 400)
  }

  // MARK: Algorithm and key

  @Test("is no request object, which has passed through a browser")
  func requestObject() throws {
    for type in ["oauth-authz-req+jwt", "application/OAUTH-AUTHZ-REQ+jwt", "dpop+jwt"] {
      try stage.token(stage.jwt(header: ["typ": .init(stringLiteral: type)]))
      stage.expect(.assertionUnreadable)
    }
    try stage.token(stage.jwt(header: ["typ": "application/jwt"])).expectSuccess()
  }

  @Test("has an algorithm that is read here, and that the client is registered for")
  func algorithm() throws {
    for alg in ["none", "RS384", "PS256", "hs256", ""] {
      try stage.token(stage.jwt(header: ["alg": JSONValue(.string(alg))]))
      stage.expect(.assertionAlgUnsupported, naming: alg == "none" ? "not signed" : "alg")
    }
    try stage.token(stage.jwt(of: "only-es256"))
    stage.expect(.assertionAlgUnsupported, naming: "only-es256 is registered for ES256")
    try stage.token(stage.jwt(of: "only-es256", by: AssertionVisitor.ec)).expectSuccess()
    // The secret of nobody makes a signature with a public key.
    try stage.token(stage.hmac(of: "service"))
    stage.expect(.clientAuthUnsupported, naming: "client_secret_jwt")
    try stage.token(stage.hmac(of: "two-keys"))
    stage.expect(.assertionKeysMissing, naming: "has no secret")
    try stage.token(stage.jwt(of: "web"))
    stage.expect(.assertionKeysMissing, naming: "without public keys")
    try stage.token(stage.jwt(of: "hmac"))
    stage.expect(.clientAuthUnsupported, naming: "private_key_jwt")
  }

  @Test("names a key of its client that fits its algorithm")
  func key() throws {
    try stage.token(stage.jwt(header: ["kid": "other"]))
    stage.expect(.assertionKeyUnknown, naming: "other")
    try stage.token(stage.jwt(header: ["kid": nil], by: AssertionVisitor.ec))
    stage.expect(.assertionKeyUnknown, naming: "no key for ES256")
    try stage.token(stage.jwt(of: "two-keys", header: ["kid": "ec"]))
    stage.expect(.assertionAlgUnsupported, naming: "the key ec of two-keys is for ES256")
  }

  @Test("has the signature of its client, over exactly this text")
  func signature() throws {
    try stage.token(stage.jwt(by: AssertionVisitor.stranger))
    stage.expect(.assertionSignatureWrong, naming: "understudy-client")
    let parts = try stage.jwt().split(separator: ".")
    let other = try stage.jwt(["scope": "all"]).split(separator: ".")
    try stage.token("\(parts[0]).\(other[1]).\(parts[2])")
    stage.expect(.assertionSignatureWrong)
    try stage.token("\(parts[0]).\(parts[1]).")
    stage.expect(.assertionSignatureWrong)
    try stage.token(stage.hmac(of: "hmac", secret: AssertionVisitor.secret + "0"))
    stage.expect(.assertionSignatureWrong, naming: "the secret of hmac")
  }

  // MARK: Use

  @Test("is accepted once, until it expires; two clients may choose the same identity")
  func replay() throws {
    let jwt = try stage.jwt(["jti": "x"])
    try stage.token(jwt).expectSuccess()
    for wait in [0, 60, 9] {
      stage.visitor.now += wait
      try stage.token(jwt)
      stage.expect(.assertionReused, naming: "jti x")
    }
    stage.visitor.now += 1
    try stage.token(jwt)
    stage.expect(.assertionExpired)
    try stage.token(stage.jwt(["jti": "x"])).expectSuccess()
    try stage.token(stage.jwt(of: "two-keys", ["jti": "x"])).expectSuccess()
  }

  @Test("is not used up by a request that is refused for another claim")
  func refusedIsUnused() throws {
    try stage.token(stage.jwt(["jti": "y", "aud": "x"]))
    stage.expect(.assertionAudienceWrong)
    try stage.token(stage.jwt(["jti": "y"])).expectSuccess()
  }

  @Test("is judged by the real time, whatever the sandbox's clock says")
  func clocks() throws {
    var sandbox = stage.visitor.sandbox
    var random = Entropy(seed: 1)
    let wall = stage.visitor.now
    let form = [
      (name: "grant_type", value: "client_credentials"), (name: "scope", value: "mcp:read"),
      (name: "client_assertion_type", value: AssertionVisitor.type),
      (name: "client_assertion", value: try stage.jwt()),
    ]
    let request = Request(
      method: .post, authority: Visitor.host, target: "/standard/token",
      headers: [.contentType: "application/x-www-form-urlencoded"],
      body: Array(QueryStyle().encode(form).utf8))
    func status(wall: Int, sandbox clock: Int) -> Int {
      sandbox.respond(
        to: request, at: Instants(wall: wall, sandbox: clock), using: &random
      ).status.code
    }
    #expect(status(wall: wall + 3600, sandbox: wall) == 401)
    #expect(status(wall: wall, sandbox: wall + 86_400) == 200)
    // The sandbox's clock does not make it forget the JWT, either.
    #expect(status(wall: wall, sandbox: wall + 10 * 86_400) == 401)
  }

  @Test("is remembered in bounded memory: the oldest makes room")
  func bound() {
    let state = State()
    for number in 0...State.mostAssertions {
      state.assertions.insert(100, for: "\(number)", ends: 100, bytes: 8)
    }
    #expect(state.assertions.count == State.mostAssertions)
    #expect(state.assertions["0"] == nil && state.assertions["1"] != nil)
  }

  @Test("is remembered, however long the identities of others are")
  func remembered() throws {
    let first = stage.hmac(of: "web")
    try stage.token(first).expectSuccess()
    let long = String(repeating: "x", count: 11_800)
    for number in 0..<750 {
      try stage.token(stage.hmac(of: "web", ["jti": JSONValue(.string("\(number)\(long)"))]))
        .expectSuccess()
    }
    try stage.token(first)
    stage.expect(.assertionReused)
  }

  // MARK: Switches

  @Test("that a client is registered for and nobody reads is told to change the registration")
  func noWayOut() throws {
    let off = try AssertionVisitor(with: ["no-client-assertions"])
    let form: AssertionVisitor.Form = ["client_id": "service", "client_assertion_type": nil]
    for more in [[:], ["client_secret": "x"]] as [AssertionVisitor.Form] {
      try off.token(nil, form.merging(more) { $1 })
      #expect(off.condition == .clientAuthUnsupported)
      #expect(off.why.hasSuffix("registered for private_key_jwt, which standard does not read"))
      #expect(off.visitor.told.remedy?.hasPrefix("set its token_endpoint_auth_method") == true)
    }
  }

  @Test("is missed where a client that signs sends none")
  func missing() throws {
    let form = ["grant_type": "client_credentials", "client_id": "service"]
    try stage.post(
      "token", nil, form.mapValues { Optional($0) }, ["client_assertion_type": nil])
    stage.expect(.secretMissing, naming: "sent no client_assertion")
  }

  @Test("has conditions and metadata only where it is read")
  func off() throws {
    let off = try AssertionVisitor(with: ["no-client-assertions"])
    for (visitor, isOn) in [(stage.visitor, true), (off.visitor, false)] {
      try visitor.call(.get, "/standard/.well-known/openid-configuration")
      #expect(visitor.page.contains("private_key_jwt") == isOn)
      #expect(visitor.page.contains("auth_signing_alg_values_supported") == isOn)
      for provider in visitor.sandbox.providers where PropertyTests.ids.contains(provider.id) {
        for kind in [EndpointKind.token, .introspect, .revoke] {
          guard let endpoint = provider.endpoint(kind) else { continue }
          let names = provider.refusals(at: endpoint).map(\.condition)
          #expect(
            names.contains(.assertionReused) == (isOn && provider.id == "standard"),
            "\(provider.id) \(kind)")
        }
      }
    }
  }

  @Test("may be of one kind only, by the fixture")
  func kindsByFixture() throws {
    let patch = "{\"token\": {\"client_auth\": {\"assertions\": {\"client_secret_jwt\": false}}}}"
    let stage = try AssertionVisitor(patch: patch)
    try stage.token(stage.hmac(of: "web"))
    stage.expect(.assertionAlgUnsupported, naming: "standard reads RS256 or PS256 or ES256")
    try stage.token(stage.jwt()).expectSuccess()
  }
}
