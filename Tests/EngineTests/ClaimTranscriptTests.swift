import Basics
import JOSE
import Testing

/// What the cast says of people and clients, told as whole conversations. Recorded like the other transcripts.
@Suite("Claim transcripts")
struct ClaimTranscriptTests {
  static let cast = """
    { "schema": 1, "kind": "cast",
      "people": [{
        "username": "carol", "password": "pw", "name": "Carol Roe", "email": "carol@example.test",
        "email_verified": false, "roles": ["auditor", "editor"], "groups": [],
        "department": { "id": 12345678901234567890, "name": "R&D" },
        "address": { "locality": "Oxford", "country": "GB" }, "phone_number": "+44 1632 960000",
        "nickname": "", "picture": null, "logins": 0, "acr": "silver" }],
      "clients": [
        { "provider": "standard", "client_id": "batch", "secret": "understudy-secret-0123456789",
          "scopes": ["api.read", "api.write"] },
        { "provider": "standard", "client_id": "job", "secret": "understudy-secret-0123456789",
          "scopes": ["api.read"], "audiences": ["https://api.example.test"] },
        { "provider": "standard", "client_id": "site", "secret": "understudy-secret-0123456789",
          "redirect_uris": ["http://127.0.0.1:7999/cb"], "sign_in": "carol", "consent": "granted",
          "scopes": ["openid", "profile", "email", "address", "phone", "offline_access", "api.read"],
          "audiences": ["https://api.example.test", "urn:example:files"] }],
      "claims": {
        "roles": { "in": ["id_token", "userinfo", "access_token"], "scope": "openid" },
        "logins": { "in": [] } } }
    """
  static func basic(_ client: String) -> [(String, String)] {
    let pair = "\(client):\(TokenTranscriptTests.secret)"
    return [("Authorization", "Basic \(Base64.encode(Array(pair.utf8)))")]
  }

  /// The code that an authorization request leads to, without a page.
  static func code(_ visitor: Visitor, _ scope: String, _ more: String = "") throws -> String {
    visitor.open(
      "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
        + "&response_type=code&nonce=n-0S6&state=st&scope=\(scope)\(more)")
    return try visitor.parameter("code")
  }
  static func redeem(_ visitor: Visitor, _ code: String) throws {
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": TokenTranscriptTests.back,
      ], basic("site"))
  }

  @Test("of a machine with scopes of its own")
  func machine() throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    for scope in ["api.read", "api.read api.write", "api.admin", "openid"] {
      try visitor.post(
        "/standard/token", ["grant_type": "client_credentials", "scope": scope],
        Self.basic("batch"))
    }
    try visitor.post(
      "/standard/token", ["grant_type": "client_credentials", "scope": "api.read"],
      Self.basic("web"))
    try visitor.post(
      "/standard/token", ["grant_type": "client_credentials", "scope": "api.read"],
      Self.basic("job"))
    let token = try visitor.member("access_token")
    try visitor.post("/standard/introspect", ["token": token], Self.basic("job"))
    try visitor.post("/standard/revoke", ["token": token], Self.basic("job"))
    try visitor.post("/standard/introspect", ["token": token], Self.basic("job"))
    try TranscriptTests.compare("standard-machine", visitor)
  }

  @Test("of an unverified e-mail address, and of roles wherever they go")
  func roles() throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    let code = try Self.code(visitor, "openid%20profile%20email%20address%20phone%20offline_access")
    try Self.redeem(visitor, code)
    let access = try visitor.member("access_token")
    let refresh = try visitor.member("refresh_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(access)")])
    try visitor.post("/standard/introspect", ["token": access], Self.basic("site"))
    try visitor.post(
      "/standard/token",
      ["grant_type": "refresh_token", "refresh_token": refresh, "scope": "openid"],
      Self.basic("site"))
    let narrow = try visitor.member("access_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(narrow)")])
    try TranscriptTests.compare("standard-roles", visitor)
  }

  @Test("of the parameter claims, remembered by userinfo and refresh")
  func parameter() throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    let claims =
      "%7B%22userinfo%22:%7B%22address%22:null,%22name%22:%7B%22value%22:%22Karl%22%7D%7D,"
      + "%22id_token%22:%7B%22email%22:%7B%22essential%22:true%7D,%22acr%22:%7B%22values%22:"
      + "%5B%22gold%22,%22silver%22%5D%7D,%22department%22:null%7D%7D"
    let code = try Self.code(visitor, "openid%20offline_access", "&claims=\(claims)")
    try Self.redeem(visitor, code)
    let access = try visitor.member("access_token")
    let refresh = try visitor.member("refresh_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(access)")])
    try visitor.post(
      "/standard/token", ["grant_type": "refresh_token", "refresh_token": refresh],
      Self.basic("site"))
    let second = try visitor.member("access_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(second)")])
    for wrong in [
      "%7B", "%5B%5D", "%7B%22id_token%22:1%7D", "%7B%22id_token%22:%7B%22email%22:true%7D%7D",
      "%7B%22id_token%22:%7B%22sub%22:%7B%22value%22:%22someone-else%22%7D%7D%7D",
      "%7B%22id_token%22:%7B%22acr%22:%7B%22essential%22:true,%22value%22:%22gold%22%7D%7D%7D",
    ] {
      visitor.open(
        "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
          + "&response_type=code&scope=openid&claims=\(wrong)")
    }
    try TranscriptTests.compare("standard-claims-parameter", visitor)
  }

  @Test("of resources, from the authorization request to a refresh for one of them")
  func resources() throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    let code = try Self.code(
      visitor, "openid%20api.read%20offline_access",
      "&resource=https://api.example.test&resource=urn:example:files")
    try Self.redeem(visitor, code)
    let refresh = try visitor.member("refresh_token")
    try visitor.call(.get, "/standard/jwks")
    let at = "/standard/token"
    try visitor.post(
      at,
      [
        "grant_type": "refresh_token", "refresh_token": refresh, "resource": "urn:example:files",
      ], Self.basic("site"))
    let access = try visitor.member("access_token")
    let next = try visitor.member("refresh_token")
    try visitor.post("/standard/introspect", ["token": access], Self.basic("site"))
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(access)")])
    for resource in ["https://other.example.test", "files", "https://api.example.test#part"] {
      try visitor.post(
        at, ["grant_type": "refresh_token", "refresh_token": next, "resource": resource],
        Self.basic("site"))
    }
    visitor.open(
      "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
        + "&response_type=code&scope=openid&resource=https://other.example.test")
    try TranscriptTests.compare("standard-resources", visitor)
  }
}
