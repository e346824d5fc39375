import Basics
import JOSE
import Testing

/// What the cast says of people reaches the client where it belongs.
@Suite("Claims")
struct ClaimTests {
  private func visitor(with: [String] = [], cast: String = ClaimTranscriptTests.cast) throws
    -> Visitor
  {
    try Visitor("standard", with: with, cast: cast)
  }

  private func idToken(_ visitor: Visitor, _ scope: String, _ more: String = "") throws -> JSONValue
  {
    try ClaimTranscriptTests.redeem(
      visitor, try ClaimTranscriptTests.code(visitor, scope, more))
    return try JWS.parse(visitor.member("id_token")).payload
  }

  private func userinfo(_ visitor: Visitor) throws -> JSONValue {
    let token = try visitor.member("access_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
    return try JSONReader().read(Array(visitor.page.utf8), file: "userinfo").root
  }

  @Test(
    "of scopes go to userinfo, as the person has them, and of custom ones those that nobody hides")
  func userinfo() throws {
    let visitor = try visitor()
    _ = try idToken(visitor, "openid%20email%20address")
    let claims = try userinfo(visitor)
    #expect(
      claims.objectValue?.names == [
        "sub", "email", "email_verified", "address", "roles", "groups", "department",
      ])
    #expect(claims["email_verified"] == false)
    #expect(claims["department"] == ["id": .init(.number("12345678901234567890")), "name": "R&D"])
    #expect(claims["groups"] == [])
  }

  @Test(
    "of scopes are in the ID token only where no access token comes along, or where a quirk says so"
  )
  func inIDToken() throws {
    let usual = try idToken(try visitor(), "openid%20email")
    #expect(usual["email"] == nil && usual["email_verified"] == nil && usual["department"] == nil)
    #expect(usual["roles"] == ["auditor", "editor"])
    let quirk = try idToken(try visitor(with: ["claims-in-id-token"]), "openid%20email")
    #expect(quirk["email"] == "carol@example.test" && quirk["email_verified"] == false)
    let visitor = try visitor()
    visitor.open(
      "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
        + "&response_type=id_token&nonce=n&scope=openid%20email")
    let alone = try JWS.parse(visitor.parameter("id_token")).payload
    #expect(alone["email"] == "carol@example.test" && alone["email_verified"] == false)
    #expect(alone["name"] == nil && alone["acr"] == "silver")
  }

  @Test("never take the place of what the server says itself")
  func reserved() throws {
    let cast = """
      { "schema": 1, "kind": "cast", "people": [{ "username": "eve", "password": "x",
        "at": { "standard": { "iss": "https://evil.test", "aud": "other", "scope": "all", "sub": "eve" } } }],
        "clients": [{ "provider": "standard", "client_id": "site", "sign_in": "eve", "consent": "granted",
          "secret": "\(TokenTranscriptTests.secret)", "redirect_uris": ["\(TokenTranscriptTests.back)"],
          "access_token_format": "jwt" }] }
      """
    let visitor = try visitor(with: ["claims-in-id-token"], cast: cast)
    let claims = try idToken(visitor, "openid")
    #expect(claims["iss"] == "http://127.0.0.1:8400/standard" && claims["aud"] == "site")
    #expect(claims["sub"] == "eve" && claims["scope"] == nil)
    let access = try JWS.parse(visitor.member("access_token")).payload
    // A token without a requested audience is meant for its issuer (RFC 9068 §3).
    #expect(access["aud"] == "http://127.0.0.1:8400/standard" && access["scope"] == "openid")
    #expect(try userinfo(visitor) == ["sub": "eve"])
  }

  @Test("asked for at userinfo need a token for userinfo")
  func useless() throws {
    let visitor = try visitor()
    let claims = "&claims=%7B%22userinfo%22:%7B%22email%22:null%7D%7D"
    for type in ["id_token", "id_token%20token", "code"] {
      visitor.open(
        "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
          + "&response_type=\(type)&nonce=n&scope=openid\(claims)")
      let isRefused = visitor.location.contains("error=invalid_request")
      #expect(isRefused == (type == "id_token"), "\(visitor.location)")
    }
  }

  @Test("that ask for a certain person get no answer about another one")
  func subject() throws {
    let cast = """
      { "schema": 1, "kind": "cast", "people": [
        { "username": "ann", "password": "x", "sub": "sub-ann" },
        { "username": "ben", "password": "x", "sub": "sub-ben" }] }
      """
    let visitor = try visitor(cast: cast)
    func ask(_ more: String = "") {
      visitor.open(
        "/standard/authorize?client_id=web&redirect_uri=\(TokenTranscriptTests.back)&nonce=n"
          + "&response_type=code&scope=openid&claims=%7B%22id_token%22:%7B%22sub%22:%7B%22value%22:%22sub-ann%22%7D%7D%7D"
          + more)
    }
    func signIn(_ name: String) { visitor.submit(["username": name, "password": "x"]) }
    ask()
    signIn("ben")
    #expect(try visitor.parameter("error") == "login_required")
    // Somebody else is signed in: the requested person may still sign in.
    ask("&prompt=none")
    #expect(try visitor.parameter("error") == "login_required")
    ask()
    #expect(visitor.page.contains("name=\"password\""))
    signIn("ann")
    visitor.submit(["decision": "allow"])
    let code = try visitor.parameter("code")
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": TokenTranscriptTests.back,
      ],
      TokenTranscriptTests.basic)
    #expect(try JWS.parse(visitor.member("id_token")).payload["sub"] == "sub-ann")
    ask("&prompt=none")
    #expect(try !visitor.parameter("code").isEmpty)
  }
}
