import Basics
import JOSE
import Testing

/// Tokens as a relying party reads them: by the keys and the issuer of the discovery document.
@Suite("Signed tokens")
struct IDTokenTests {
  static let cast = """
    { "schema": 1, "kind": "cast", "clients": [{
      "provider": "standard", "client_id": "es", "kind": "confidential", "name": "ES256",
      "secret": "understudy-secret-0123456789", "redirect_uris": ["http://127.0.0.1:7999/cb"],
      "id_token_signed_response_alg": "ES256" }] }
    """

  private func claims(_ token: String, _ visitor: Visitor, keys: String) throws -> JSONValue {
    try visitor.call(.get, keys)
    let set = try JSONReader().read(Array(visitor.page.utf8), file: "keys").root["keys"]
    let verifying = try (set?.arrayValue ?? []).map { key in
      // B2C's keys have no `alg`: it is told by the key type.
      var object = try #require(key.objectValue)
      if object["alg"] == nil { object["alg"] = "RS256" }
      return try VerifyingKey(jwk: JSONValue(.object(object)))
    }
    let parsed = try JWS.parse(token)
    try JWS.verify(parsed, keys: verifying)
    return parsed.payload
  }

  /// OpenID Connect Core §3.1.3.6: the left half of the SHA-256.
  private func half(_ text: String) -> String {
    Base64URL.encode(Array(Digest.sha256(Array(text.utf8)).prefix(16)))
  }

  @Test("the hybrid answer's id_token binds code and access token", arguments: ["web", "es"])
  func hybrid(_ client: String) throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    visitor.open(
      "/standard/authorize?client_id=\(client)&redirect_uri=http://127.0.0.1:7999/cb&nonce=n"
        + "&response_type=code%20id_token%20token&scope=openid&state=s")
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    let token = try visitor.parameter("id_token")
    let code = try visitor.parameter("code")
    let access = try visitor.parameter("access_token")
    #expect(try visitor.parameter("iss") == "http://127.0.0.1:8400/standard")
    let algorithm = try JWS.parse(token).algorithm
    #expect(algorithm == (client == "es" ? "ES256" : "RS256"))
    let claims = try claims(token, visitor, keys: "/standard/jwks")
    #expect(claims["iss"]?.stringValue == "http://127.0.0.1:8400/standard")
    #expect(claims["aud"]?.stringValue == client)
    #expect(claims["nonce"]?.stringValue == "n")
    #expect(claims["at_hash"]?.stringValue == half(access))
    #expect(claims["c_hash"]?.stringValue == half(code))
    #expect(claims["exp"]?.text() == String(visitor.now + 3600))
    #expect(claims["iat"]?.text() == String(visitor.now))
  }

  @Test(
    "are signed with the algorithm of the client, by a published key, and hash the access token with its digest",
    arguments: [("PS256", 22), ("ES384", 32), ("EdDSA", 43), ("RS256", 22)])
  func algorithms(_ algorithm: String, _ length: Int) throws {
    let visitor = try Visitor(
      "standard", with: ["more-algorithms"],
      cast: Self.cast.replacing("\"ES256\" }]", with: "\"\(algorithm)\" }]"))
    visitor.open(
      "/standard/authorize?client_id=es&redirect_uri=http://127.0.0.1:7999/cb&nonce=n"
        + "&response_type=id_token%20token&scope=openid&state=s")
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    let token = try visitor.parameter("id_token")
    #expect(try JWS.parse(token).algorithm == algorithm)
    let claims = try claims(token, visitor, keys: "/standard/jwks")
    #expect(claims["at_hash"]?.stringValue?.count == length)
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(
      try visitor.member("id_token_signing_alg_values_supported").contains("\"\(algorithm)\""))
  }

  @Test("B2C's tokens name the tenant and the policy, and its API by its audience")
  func b2c() throws {
    let visitor = try Visitor("azure-ad-b2c")
    visitor.open(
      "\(TokenTranscriptTests.tenant)/oauth2/v2.0/authorize?p=B2C_1_signupsignin&nonce=n"
        + "&client_id=\(TokenTranscriptTests.web)&redirect_uri=\(TokenTranscriptTests.back)"
        + "&response_type=id_token%20token&scope=openid%20\(TokenTranscriptTests.read)")
    visitor.submit(["signInName": "alice", "password": "wonderland"])
    let (token, access) = (
      try visitor.parameter("id_token"), try visitor.parameter("access_token")
    )
    let keys = "\(TokenTranscriptTests.tenant)/b2c_1_signupsignin/discovery/v2.0/keys"
    let id = try claims(token, visitor, keys: keys)
    #expect(
      id["iss"]?.stringValue
        == "http://127.0.0.1:8400/azure-ad-b2c/775527ff-9a37-4307-8b3d-cc311f58d925/v2.0/")
    #expect(id["tfp"]?.stringValue == "B2C_1_signupsignin")
    #expect(id["at_hash"]?.stringValue == half(access))
    let api = try claims(access, visitor, keys: keys)
    #expect(api["aud"]?.stringValue == "99999999-8888-4777-8666-555555555555")
    #expect(api["scp"]?.stringValue == "read")
  }

  @Test("a changed token opens nothing")
  func changed() throws {
    let visitor = try Visitor("standard", with: ["jwt-access-tokens"])
    let code = try TokenTranscriptTests.standard(visitor)
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": TokenTranscriptTests.back,
      ],
      TokenTranscriptTests.basic)
    let token = try visitor.member("access_token")
    func status(_ token: String) throws -> Int {
      try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")]).status
    }
    #expect(try status(token) == 200)
    let parts = token.split(separator: ".").map(String.init)
    let unsigned = Base64URL.encode(Array("{\"alg\":\"none\"}".utf8))
    for other in [
      "\(parts[0]).\(parts[1]).", "\(unsigned).\(parts[1]).", "\(token).", "\(token)A",
      "\(parts[0]).\(parts[1]).\(parts[2].reversed().map(String.init).joined())",
      "\(parts[0]).e30.\(parts[2])",
    ] {
      #expect(try status(other) == 401)
    }
  }
}
