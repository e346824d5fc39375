import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// What the JWT bearer grant (RFC 7523 §2.1) needs of a JWT, and a refusal for each that lacks it.
@Suite("An accepted JWT of another issuer")
struct AcceptedAssertionTests {
  private let stage: IssuerVisitor
  init() throws { stage = try IssuerVisitor() }

  // MARK: The form

  @Test("is there, once")
  func there() throws {
    for assertion in [nil, ""] {
      try stage.token(assertion)
      try stage.expect(.parameterMissing, naming: "assertion", "invalid_request")
    }
  }

  @Test("is a JWS of at most 16 KiB whose payload is an object")
  func unreadable() throws {
    for (text, word) in [
      ("a.b", "three parts"), (AssertionVisitor.parts("{\"alg\":\"RS256\"}", "[]"), "an array"),
      (AssertionVisitor.parts("{\"alg\":\"RS256\",\"crit\":[\"x\"]}", "{}"), "crit"),
    ] {
      try stage.token(text)
      try stage.expect(.jwtUnreadable, naming: word)
    }
    try stage.token(stage.jwt(["x": JSONValue(.string(String(repeating: "x", count: 16 << 10)))]))
    try stage.expect(.jwtUnreadable, naming: "bytes")
  }

  @Test("has a typ that the grant takes, with and without application/")
  func type() throws {
    let stage = try IssuerVisitor(
      patch: """
        {"token": {"grants": {"\(IssuerVisitor.grant)": {"trusts": {
          "JWT": null, "secevent+jwt": {"audience": ["{{base.first}}"]}}}}}}
        """)
    for type in ["secevent+jwt", "application/SecEvent+JWT"] {
      try stage.token(stage.jwt(header: ["typ": JSONValue(.string(type))])).expectSuccess()
    }
    for (type, word) in [(nil, "no typ"), ("JWT", "is JWT"), (1, "is 1")] as [(JSONValue?, String)]
    {
      try stage.token(stage.jwt(header: ["typ": type]))
      try stage.expect(.jwtTypeUnsupported, naming: word)
    }
  }

  // MARK: Issuer, algorithm and key

  @Test("comes from an issuer that the cast trusts at this provider")
  func issuer() throws {
    for (value, word) in [
      ("https://other.example", "other.example"), (nil, "no claim iss"), (1, "no claim iss"),
      ("https://login.example/", "login.example/"),
    ] as [(JSONValue?, String)] {
      try stage.token(stage.jwt(["iss": value]))
      try stage.expect(.jwtIssuerUntrusted, naming: word)
    }
    let none = try IssuerVisitor(cast: "{\"schema\": 1, \"kind\": \"cast\"}")
    try none.token(none.jwt())
    try none.expect(.jwtIssuerUntrusted)
    #expect(none.visitor.told.remedy?.contains("https://issuer.understudy.test") == true)
  }

  @Test("has an algorithm and a key of its issuer, and its signature")
  func signature() throws {
    for alg in ["none", "HS256", "RS384"] {
      try stage.token(stage.jwt(header: ["alg": JSONValue(.string(alg))]))
      try stage.expect(.jwtAlgUnsupported, naming: alg == "none" ? "not signed" : alg)
    }
    try stage.token(stage.jwt(header: ["kid": "ec"]))
    try stage.expect(.jwtAlgUnsupported, naming: "the key ec of https://login.example is for ES256")
    try stage.token(stage.jwt(header: ["kid": "other"]))
    try stage.expect(.jwtKeyUnknown, naming: "the issuer https://login.example has no key")
    try stage.token(stage.jwt(by: AssertionVisitor.stranger))
    try stage.expect(.jwtSignatureWrong, naming: "login.example")
  }

  @Test("is verified by keys that are fetched from jwks_uri, and only then")
  func fetched() throws {
    let keys = JWK.set([AssertionVisitor.rsa].compactMap { $0?.publicJWK() }).text()
    stage.visitor.documents[IssuerVisitor.keysURI] = .content(
      .init(status: 200, type: "application/json", body: Array(keys.utf8)))
    try stage.token(stage.jwt()).expectSuccess()
    #expect(stage.visitor.fetched.isEmpty)
    for _ in 0..<2 {
      try stage.token(stage.jwt(["iss": "https://remote.example"]), ["scope": "mcp:read"])
        .expectSuccess()
    }
    #expect(stage.visitor.fetched == [IssuerVisitor.keysURI])
    stage.visitor.now += 3600
    stage.visitor.documents[IssuerVisitor.keysURI] = .content(
      .init(status: 500, type: "text/plain", body: []))
    try stage.token(stage.jwt(["iss": "https://remote.example"]))
    try stage.expect(.jwtKeysUnfetched, naming: IssuerVisitor.keysURI)
    stage.visitor.documents = [:]
    try stage.token(stage.jwt(["iss": "https://remote.example"]))
    try stage.expect(.jwtKeysUnfetched, naming: "was not fetched")
  }

  @Test("is verified by keys that are fetched again for a key without a name, once in ten seconds")
  func rotated() throws {
    func serve(_ key: SigningKey?) {
      let keys = JWK.set([key].compactMap { $0?.publicJWK() }).text()
      stage.visitor.documents[IssuerVisitor.keysURI] = .content(
        .init(status: 200, type: "application/json", body: Array(keys.utf8)))
    }
    func token(by key: SigningKey?) throws {
      try stage.token(
        stage.jwt(["iss": "https://remote.example"], header: ["kid": nil], by: key),
        ["scope": "mcp:read"])
    }
    serve(AssertionVisitor.stranger)
    try token(by: AssertionVisitor.stranger)
    stage.expectSuccess()
    serve(AssertionVisitor.rsa)
    try token(by: AssertionVisitor.rsa)
    try stage.expect(.jwtSignatureWrong)
    #expect(stage.visitor.told.remedy?.contains("send the JWT again after 10 s") == true)
    stage.visitor.now += 10
    try token(by: AssertionVisitor.rsa)
    stage.expectSuccess()
    #expect(stage.visitor.fetched.count == 2)
  }

  // MARK: Claims

  @Test("is for the issuer identifier or the token endpoint, or for an audience of the trust")
  func audience() throws {
    let issuer = AssertionVisitor.issuer
    for value in [issuer, issuer + "/token"] {
      try stage.token(stage.jwt(["aud": JSONValue(.string(value))])).expectSuccess()
      try stage.token(stage.jwt(["aud": ["https://x.example", JSONValue(.string(value))]]))
        .expectSuccess()
    }
    for value in [nil, "https://x.example", JSONValue(.string(issuer + "/")), [], 1]
      as [JSONValue?]
    {
      try stage.token(stage.jwt(["aud": value]))
      try stage.expect(.jwtAudienceWrong, naming: issuer)
    }
    try stage.jobToken(["aud": JSONValue(.string(issuer))])
    try stage.expect(.jwtAudienceWrong, naming: "api://box")
  }

  @Test("has a subject, and one that the trust allows")
  func subject() throws {
    for value in [nil, "", 1] as [JSONValue?] {
      try stage.token(stage.jwt(["sub": value]))
      try stage.expect(.jwtSubjectMissing, naming: "sub")
    }
    for subject in ["repo:octo/repo:main:x", "x:repo:octo/repo:main"] {
      try stage.jobToken(["sub": .init(stringLiteral: subject)])
      try stage.expect(.jwtSubjectNotAllowed, naming: "repo:octo/[a-z]+:main")
    }
  }

  @Test("has the claims that the trust lists; of a claim with several values, one fits")
  func claims() throws {
    for value in [nil, "refs/heads/other", ["refs/tags/1"], 1] as [JSONValue?] {
      try stage.jobToken(["ref": value])
      try stage.expect(.jwtClaimWrong, naming: "claim ref")
    }
    try stage.jobToken(["ref": ["refs/tags/1", "refs/heads/main"]]).expectSuccess()
  }

  @Test("expires, within a day, and is not from the future")
  func times() throws {
    let now = stage.visitor.now
    for (name, value, condition) in [
      ("exp", nil, .jwtExpiryMissing), ("exp", now - 10, .jwtExpired), ("exp", now - 9, nil),
      ("exp", now + 86_410, nil), ("exp", now + 86_411, .jwtExpiryDistant),
      ("nbf", now + 10, nil), ("nbf", now + 11, .jwtNotYetValid),
      ("iat", now + 11, .jwtNotYetValid),
    ] as [(String, Int?, Condition?)] {
      try stage.token(stage.jwt([name: value.map { JSONValue(integerLiteral: $0) }]))
      if let condition { try stage.expect(condition, naming: name) } else { stage.expectSuccess() }
    }
    try stage.token(stage.jwt(["exp": "soon"]))
    try stage.expect(.jwtClaimWrong, naming: "exp")
  }

  @Test("is about a person of the cast who is not locked out")
  func unknownPerson() throws {
    for (value, word) in [
      ("nobody@example.test", "nobody@"), (nil, "no claim email"), (["alice"], "alice"),
    ] as [(JSONValue?, String)] {
      try stage.token(stage.jwt(["email": value]))
      try stage.expect(.jwtPersonUnknown, naming: word)
    }
    let locked = try #require(stage.visitor.sandbox.cast.people.first { $0.fate == .locked })
    try stage.token(stage.jwt(["email": locked.claims["email"]]))
    try stage.expect(.jwtPersonUnknown, naming: "locked out")
  }
}
