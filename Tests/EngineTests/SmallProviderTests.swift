import HTTPTypes
import Testing

@testable import Engine

/// A provider that says as little as possible: the rest is usual.
@Suite("A provider of eight lines")
struct SmallProviderTests {
  private static let file = """
    {
      "id": "vk", "title": "Shop", "extends": "standard",
      "hosts": { "main": "login.shop.test" },
      "endpoints": {
        "authorize": { "kind": "authorize", "at": "main:/oauth" },
        "token": { "kind": "token", "at": "main:/oauth/token" },
        "me": { "kind": "resource", "at": "main:/api/me" }MORE
      },
      "shapes": { "me": { "json": { "id": "{{person.sub}}", "name": "{{person.name}}" } }SHAPES }
    }
    """

  private static let cast = """
    { "schema": 1, "kind": "cast", "clients": [{
      "provider": "vk", "client_id": "app", "secret": "understudy-secret-0123456789",
      "redirect_uris": ["http://127.0.0.1:7999/cb"] }] }
    """

  static let target =
    "/vk/oauth?client_id=app&response_type=code&redirect_uri=http://127.0.0.1:7999/cb&state=s"
  static let alice = ["username": "alice", "password": "wonderland"]

  /// - Parameters:
  ///   - more: further endpoints.
  ///   - shapes: further shapes.
  static func visitor(_ more: String = "", shapes: String = "") throws -> Visitor {
    let text = file.replacingAll("MORE", with: more.isEmpty ? "" : ", " + more)
      .replacingAll("SHAPES", with: shapes.isEmpty ? "" : ", " + shapes)
    return try Visitor("vk", cast: cast, text: text)
  }

  /// An access token of alice.
  static func token(_ visitor: Visitor) throws -> String {
    visitor.open(target)
    // A person who has signed in and consented is not asked again.
    if visitor.page.contains("login-form") { visitor.submit(alice) }
    if visitor.page.contains("<form") { visitor.submit(["decision": "allow"]) }
    try visitor.post(
      "/vk/oauth/token",
      [
        "grant_type": "authorization_code", "code": try visitor.parameter("code"),
        "redirect_uri": "http://127.0.0.1:7999/cb", "client_id": "app",
        "client_secret": "understudy-secret-0123456789",
      ])
    return try visitor.member("access_token")
  }

  @Test("signs people in, asks them, and answers with its own user")
  func signIn() throws {
    let visitor = try Self.visitor()
    visitor.open(Self.target)
    #expect(visitor.page.contains("action=\"http://\(Visitor.host)/vk/oauth/login\""))
    visitor.submit(["username": "alice", "password": "wrong"])
    #expect(visitor.page.contains("The username or password is not right."))
    visitor.submit(Self.alice)
    #expect(visitor.page.contains("action=\"http://\(Visitor.host)/vk/oauth/consent\""))
    visitor.submit(["decision": "allow"])
    #expect(try visitor.parameter("state") == "s")
    let token = try Self.token(visitor)
    try visitor.call(.get, "/vk/api/me", [("Authorization", "Bearer \(token)")])
    #expect(visitor.status == 200)
    #expect(try visitor.member("name") == "Alice Liddell")
    #expect(try !visitor.member("id").isEmpty)
  }

  @Test("tells the client of a denial, by the link and by the button")
  func denial() throws {
    let visitor = try Self.visitor()
    visitor.open(Self.target).cancel()
    #expect(try visitor.parameter("error") == "access_denied")
    visitor.open(Self.target).submit(Self.alice).submit(["decision": "deny"])
    #expect(try visitor.parameter("error") == "access_denied")
  }

  @Test("refuses what it can't do, in the words of the standard")
  func refusals() throws {
    let visitor = try Self.visitor()
    try visitor.call(.get, "/vk/api/me")
    #expect(visitor.status == 401)
    visitor.open(Self.target.replacingAll("=code", with: "=id_token"))
    #expect(try visitor.parameter("error") == "unsupported_response_type")
    try visitor.post("/vk/oauth/token", ["grant_type": "refresh_token", "client_id": "app"])
    #expect(try visitor.member("error") == "unsupported_grant_type")
    try visitor.post(
      "/vk/oauth/token",
      [
        "grant_type": "authorization_code", "code": "x", "client_id": "app",
        "client_secret": "wrong",
      ])
    #expect(try visitor.member("error") == "invalid_client")
  }

  @Test("has metadata that tell no more than is there")
  func metadata() throws {
    let visitor = try Self.visitor(
      #""metadata": { "kind": "document", "at": "main:/.well-known/oauth-authorization-server" }"#)
    try visitor.call(.get, "/vk/.well-known/oauth-authorization-server")
    #expect(try visitor.member("token_endpoint") == "http://\(Visitor.host)/vk/oauth/token")
    #expect(try visitor.member("grant_types_supported") == #"["authorization_code","implicit"]"#)
    #expect(try visitor.member("request_parameter_supported") == "false")
    for absent in [
      "jwks_uri", "userinfo_endpoint", "revocation_endpoint", "introspection_endpoint",
      "registration_endpoint", "id_token_signing_alg_values_supported",
      "dpop_signing_alg_values_supported", "acr_values_supported", "end_session_endpoint",
      "pushed_authorization_request_endpoint", "require_pushed_authorization_requests",
      "tls_client_certificate_bound_access_tokens", "protected_resources",
      "backchannel_logout_supported", "authorization_details_types_supported",
    ] {
      #expect(!visitor.page.contains("\"\(absent)\""), "\(absent)")
    }
  }

  // MARK: Revocation and introspection

  private static let info =
    #""tokeninfo": { "kind": "introspect", "at": "main:/tokeninfo", "client": "none" }"#

  private func revocation(_ members: String) -> String {
    Self.info + #", "revoke": { "kind": "revoke", "at": "main:/revoke" \#(members) }"#
  }

  private func isActive(_ token: String, _ visitor: Visitor) throws -> Bool {
    try visitor.post("/vk/tokeninfo", ["token": token])
    return try visitor.member("active") == "true"
  }

  @Test("asks for a client only where the endpoint does")
  func clients() throws {
    let open = try Self.visitor(revocation(#", "client": "none""#))
    let first = try Self.token(open)
    #expect(try isActive(first, open))
    try open.post("/vk/revoke", ["token": first])
    #expect(try open.status == 200 && !isActive(first, open))
    let optional = try Self.visitor(revocation(#", "client": "optional""#))
    let second = try Self.token(optional)
    try optional.post(
      "/vk/revoke", ["token": second, "client_id": "app", "client_secret": "wrong"])
    #expect(try optional.status == 401 && isActive(second, optional))
    try optional.post("/vk/revoke", ["token": second])
    #expect(try optional.status == 200 && !isActive(second, optional))
    let required = try Self.visitor(revocation(""))
    let third = try Self.token(required)
    try required.post("/vk/revoke", ["token": third])
    #expect(try required.status == 401 && isActive(third, required))
  }

  @Test(
    "takes a token to be revoked from the header and from the query, where the endpoint says so")
  func places() throws {
    let visitor = try Self.visitor(
      revocation(
        #", "client": "none", "methods": ["GET", "POST"], "read": { "query": true }, "token": { "query": ["token"], "header": ["Bearer"] }"#
      ))
    let first = try Self.token(visitor)
    try visitor.call(.get, "/vk/revoke?token=\(first)")
    #expect(try !isActive(first, visitor))
    let second = try Self.token(visitor)
    try visitor.call(.post, "/vk/revoke", [("Authorization", "Bearer \(second)")])
    #expect(try !isActive(second, visitor))
    try visitor.call(.get, "/vk/revoke")
    #expect(visitor.status == 400)
  }

  @Test(
    "revokes as much as the endpoint says",
    arguments: [
      ("token", true, false), ("grant", true, false), ("client", false, false),
      ("session", false, true),
    ])
  func extent(_ extent: String, keepsOthers: Bool, endsSession: Bool) throws {
    let visitor = try Self.visitor(
      revocation(#", "client": "none", "revokes": "\#(extent)""#))
    let (first, second) = (try Self.token(visitor), try Self.token(visitor))
    try visitor.post("/vk/revoke", ["token": first])
    #expect(try !isActive(first, visitor))
    #expect(try isActive(second, visitor) == keepsOthers)
    visitor.open(Self.target)
    #expect(visitor.page.contains("login-form") == endsSession)
    // The consent has gone with the client's grants.
    #expect(visitor.location.contains("code=") == keepsOthers)
  }

  @Test("runs its own checks of what is introspected and revoked")
  func checks() throws {
    let check = #"""
      "client": "none", "checks": { "is-live": {
        "when": { "not": { "eq": ["{{token.active}}", "true"] } }, "fail": "token_unknown_here" } }
      """#
    let endpoints = #"""
      "tokeninfo": { "kind": "introspect", "at": "main:/tokeninfo", "errors": "info", \#(check) },
      "revoke": { "kind": "revoke", "at": "main:/revoke", "errors": "info", \#(check) }
      """#
    let text = Self.file.replacingAll("MORE", with: ", " + endpoints).replacingAll(
      "SHAPES", with: ""
    )
    .replacingAll(
      "\"shapes\"",
      with: #""errors": { "info": { "*": { "shape": "token-error", "code": "dead" } } }, "shapes""#)
    let visitor = try Visitor("vk", cast: Self.cast, text: text)
    let token = try Self.token(visitor)
    #expect(try isActive(token, visitor))
    try visitor.post("/vk/revoke", ["token": token])
    #expect(visitor.status == 200)
    for path in ["/vk/revoke", "/vk/tokeninfo"] {
      try visitor.post(path, ["token": token])
      #expect(try visitor.status == 400 && visitor.member("error") == "dead")
    }
  }
}
