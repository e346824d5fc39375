import Basics
import JOSE
import Testing

/// Scopes and audiences of a client's own, and the two forms of access tokens.
@Suite("Scopes and audiences")
struct AudienceTests {
  static let cast = """
    { "schema": 1, "kind": "cast", "clients": [
      { "provider": "standard", "client_id": "job", "secret": "understudy-secret-0123456789",
        "scopes": ["api.read"], "audiences": ["https://api.example.test"] },
      { "provider": "standard", "client_id": "quiet", "secret": "understudy-secret-0123456789",
        "scopes": ["api.read"], "audiences": ["https://api.example.test"], "access_token_format": "opaque" },
      { "provider": "standard", "client_id": "loud", "secret": "understudy-secret-0123456789",
        "scopes": ["api.read"], "access_token_format": "jwt" },
      { "provider": "standard", "client_id": "plain", "secret": "understudy-secret-0123456789",
        "scopes": ["api.read"] },
      { "provider": "standard", "client_id": "shut", "secret": "understudy-secret-0123456789",
        "audiences": [] }] }
    """

  private func token(_ visitor: Visitor, _ client: String, _ more: String = "") throws -> String {
    try ask(visitor, client, more)
    return try visitor.member("access_token")
  }

  private func ask(_ visitor: Visitor, _ client: String, _ more: String) throws {
    let body = "grant_type=client_credentials\(more)"
    try visitor.call(
      .post, "/standard/token",
      [("Content-Type", "application/x-www-form-urlencoded")] + ClaimTranscriptTests.basic(client),
      body: Array(body.utf8))
  }

  private func introspected(_ visitor: Visitor, _ token: String) throws -> JSONValue {
    try visitor.post(
      "/standard/introspect", ["token": token], ClaimTranscriptTests.basic("job"))
    return try JSONReader().read(Array(visitor.page.utf8), file: "introspection").root
  }

  @Test("a JWT access token is one that a resource verifies by the published keys alone")
  func signed() throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    let token = try token(visitor, "job", "&scope=api.read")
    let parsed = try JWS.parse(token)
    let head = try #require(token.split(separator: ".").first)
    let header = try JSONReader().read(
      try #require(Base64URL.decode(String(head))), file: "header"
    ).root
    #expect(header["typ"] == "at+jwt" && header["alg"] == "RS256")
    let claims = parsed.payload
    #expect(claims["iss"] == "http://127.0.0.1:8400/standard")
    #expect(claims["aud"] == "https://api.example.test" && claims["scope"] == "api.read")
    #expect(claims["sub"] == "job" && claims["client_id"] == "job")
    #expect(claims["iat"]?.integerValue == visitor.now)
    #expect(claims["exp"]?.integerValue == visitor.now + 3600)
    #expect(claims["jti"]?.stringValue?.utf8.count == 22)
    try visitor.call(.get, "/standard/jwks")
    let keys = try JSONReader().read(Array(visitor.page.utf8), file: "keys").root["keys"]
    let key = try #require(keys?.arrayValue?.first { $0["kid"] == header["kid"] })
    #expect(try PlainRSA.verifies(token, with: key))
    let parts = token.split(separator: ".")
    let other = Base64URL.encode(Array(claims.text().replacing("job", with: "boss").utf8))
    #expect(try !PlainRSA.verifies("\(parts[0]).\(other).\(parts[2])", with: key))
  }

  @Test(
    "the cast says which form a token has, else its audience",
    arguments: [
      ("job", "", true, "https://api.example.test"),
      ("quiet", "", false, "https://api.example.test"),
      ("loud", "", true, "http://127.0.0.1:8400/standard"), ("plain", "", false, nil),
      ("plain", "&resource=urn:example:a", true, "urn:example:a"),
      ("loud", "&resource=urn:example:a", true, "urn:example:a"), ("shut", "", false, nil),
    ])
  func forms(_ client: String, _ more: String, _ isJWT: Bool, _ audience: String?) throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    let token = try token(visitor, client, more)
    #expect(token.contains(".") == isJWT)
    let told = try introspected(visitor, token)
    #expect(told["active"] == true && told["aud"]?.stringValue == audience, "\(told)")
    try visitor.post("/standard/revoke", ["token": token], ClaimTranscriptTests.basic(client))
    #expect(visitor.status == 200)
    #expect(try introspected(visitor, token) == ["active": false])
  }

  @Test("several resources are a list, each once")
  func several() throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    let token = try token(
      visitor, "plain", "&resource=urn:a&resource=https%3A%2F%2Fb.test&resource=urn:a")
    #expect(try JWS.parse(token).payload["aud"] == ["urn:a", "https://b.test"])
  }

  @Test(
    "what a client has not got is refused",
    arguments: [
      ("plain", "&scope=api.write", "invalid_scope"), ("web", "&scope=api.read", "invalid_scope"),
      ("job", "&resource=https://other.test", "invalid_target"),
      ("shut", "&resource=https://api.example.test", "invalid_target"),
      ("plain", "&resource=relative/path", "invalid_target"),
      ("plain", "&resource=https://a.test%23b", "invalid_target"),
    ])
  func refused(_ client: String, _ more: String, _ error: String) throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    try ask(visitor, client, more)
    #expect(visitor.status == 400)
    #expect(try visitor.member("error") == error)
  }

  @Test("where any client is taken, any scope is, but none that a client's list leaves out")
  func anyClient() throws {
    let visitor = try Visitor("standard", anyClient: true, cast: Self.cast)
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "client_credentials", "client_id": "nobody", "client_secret": "x",
        "scope": "whatever.it:is",
      ])
    #expect(try visitor.member("scope") == "whatever.it:is")
    try ask(visitor, "web", "&scope=whatever.it:is")
    #expect(visitor.status == 200)
    try ask(visitor, "plain", "&scope=whatever.it:is")
    #expect(try visitor.member("error") == "invalid_scope")
  }

  @Test("a refresh token of the password grant keeps the resource")
  func password() throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "password", "username": "alice", "password": "wonderland", "scope": "email",
        "resource": "urn:example:a",
      ], TokenTranscriptTests.basic)
    let refresh = try visitor.member("refresh_token")
    try visitor.post(
      "/standard/token", ["grant_type": "refresh_token", "refresh_token": refresh],
      TokenTranscriptTests.basic)
    #expect(try JWS.parse(visitor.member("access_token")).payload["aud"] == "urn:example:a")
  }
}
