import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// The quirk `standard.fapi2`: what the FAPI 2.0 Security Profile demands of a server, by its sections.
@Suite("FAPI 2.0")
struct FAPI2Tests {
  private typealias Changes = StandardVisitor.Changes
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let issuer = "http://\(Visitor.host)/standard"

  private let dpop: DPoPVisitor
  private var standard: StandardVisitor { dpop.standard }
  private var visitor: Visitor { dpop.visitor }

  init() throws {
    let key = try #require(AssertionVisitor.ec?.publicJWK())
    let others = try #require(AssertionVisitor.rsa?.publicJWK())
    dpop = try DPoPVisitor(
      with: ["fapi2"],
      clients: """
        {"provider": "standard", "client_id": "bank", "token_endpoint_auth_method": "private_key_jwt",
         "redirect_uris": [
           "\(StandardVisitor.callback)", "http://bank.example/cb", "http://127.0.0.1.example/cb",
           "http://[::1]:7999/cb"],
         "jwks": {"keys": [\(key.text()), \(others.text())]}}
        """)
  }

  private func assertion(
    aud: JSONValue = JSONValue(.string(issuer)), id: String,
    by key: SigningKey? = AssertionVisitor.ec
  ) throws -> String {
    let key = try #require(key)
    let now = visitor.now
    let claims = JSONObject([
      .init("iss", "bank"), .init("sub", "bank"), .init("aud", aud),
      .init("exp", JSONValue(integerLiteral: now + 60)),
      .init("iat", JSONValue(integerLiteral: now)),
      .init("jti", JSONValue(.string(id))),
    ])
    return try JWS.compact(
      header: JWS.header(for: key), payload: JSONValue(.object(claims)), key: key)
  }

  private func authentication(_ id: String, aud: String = issuer) throws -> Changes {
    [
      "client_id": "bank", "client_assertion_type": AssertionVisitor.type,
      "client_assertion": try assertion(aud: JSONValue(.string(aud)), id: id),
    ]
  }

  private func push(_ changes: Changes = [:], id: String = "push") throws {
    let challenge = Base64URL.encode(Digest.sha256(Array(Self.verifier.utf8)))
    let request = [
      "redirect_uri": StandardVisitor.callback, "response_type": "code", "state": "st",
      "scope": "openid offline_access", "code_challenge": challenge,
      "code_challenge_method": "S256",
    ]
    try standard.post("par", request, authentication(id).merging(changes) { $1 })
  }

  /// Signs in by a pushed request, and returns the code.
  private func code() throws -> String {
    try push()
    let uri = try visitor.member("request_uri")
    visitor.open("/standard/authorize?client_id=bank&request_uri=\(uri)")
    standard.typePassword()
    if standard.asksForConsent { standard.allow() }
    return try visitor.parameter("code")
  }

  private func redeem(_ code: String, _ proof: String?, id: String = "redeem") throws {
    let form = [
      "grant_type": "authorization_code", "code": code, "code_verifier": Self.verifier,
      "redirect_uri": StandardVisitor.callback,
    ]
    try standard.post(
      "token", form, authentication(id), headers: proof.map { [("DPoP", $0)] } ?? [])
  }

  @Test("lets a client sign in that pushes, authenticates with its key, and sends proofs")
  func works() throws {
    let code = try code()
    #expect(try visitor.parameter("iss") == Self.issuer)
    try redeem(code, dpop.proof(by: DPoPVisitor.ec))
    dpop.expectSuccess()
    #expect(try visitor.member("token_type") == "DPoP")
    let parsed = try JWS.parse(visitor.member("id_token"))
    #expect(parsed.algorithm == "ES256")
    let (access, refresh) = (
      try visitor.member("access_token"), try visitor.member("refresh_token")
    )
    try dpop.userinfo(
      access, dpop.proof(for: "GET", at: "userinfo", token: access, by: DPoPVisitor.ec))
    dpop.expectSuccess()
    // §5.3.2.1: refresh tokens are not rotated.
    for id in ["first", "second"] {
      try standard.post(
        "token", ["grant_type": "refresh_token", "refresh_token": refresh], authentication(id),
        headers: [("DPoP", dpop.proof(by: DPoPVisitor.ec))])
      dpop.expectSuccess()
      #expect(!visitor.page.contains("refresh_token"))
    }
  }

  @Test("§5.3.2.1: issues only tokens that are bound to a key")
  func bound() throws {
    let code = try code()
    try redeem(code, nil)
    try standard.expectRefusal(.dpopProofMissing, 400, "invalid_dpop_proof")
    #expect(visitor.told.why?.contains("only bound access tokens") == true)
    try redeem(code, dpop.proof(by: DPoPVisitor.rsa), id: "rsa")
    try standard.expectRefusal(.dpopAlgUnsupported, 400, "invalid_dpop_proof")
    // The code is still good.
    try redeem(code, dpop.proof(by: DPoPVisitor.ec), id: "again")
    dpop.expectSuccess()
  }

  @Test("§5.3.2.1: serves no client that only names itself, or that sends a secret")
  func confidential() throws {
    try standard.post("par", ["response_type": "code"], ["client_id": "app"])
    try standard.expectRefusal(.clientAuthUnsupported, 401, "invalid_client")
    #expect(visitor.told.why?.contains("app only names itself") == true)
    try standard.post("par", ["response_type": "code"], StandardVisitor.credentials("web"))
    try standard.expectRefusal(.clientAuthUnsupported, 401, "invalid_client")
    let hmac = JWS.signingInput(
      header: JSONObject([.init("alg", "HS256")]),
      payload: JSONValue(.object(JSONObject([.init("sub", "hmac")]))))
    try standard.post(
      "par", ["response_type": "code"],
      [
        "client_id": "web", "client_assertion_type": AssertionVisitor.type,
        "client_assertion": hmac + ".AA",
      ])
    try standard.expectRefusal(.assertionAlgUnsupported, 401, "invalid_client")
  }

  @Test("§5.3.2.1: takes only its issuer as the audience of an assertion, and no RS256")
  func assertions() throws {
    try push(authentication("aud", aud: "\(Self.issuer)/token"))
    try standard.expectRefusal(.assertionAudienceWrong, 401, "invalid_client")
    try push(["client_assertion": assertion(aud: [JSONValue(.string(Self.issuer))], id: "list")])
    try standard.expectRefusal(.assertionAudienceWrong, 401, "invalid_client")
    #expect(visitor.told.why?.contains("has to be a string") == true)
    try push(["client_assertion": assertion(id: "rs256", by: AssertionVisitor.rsa)])
    try standard.expectRefusal(.assertionAlgUnsupported, 401, "invalid_client")
    #expect(visitor.told.why?.contains("RS256") == true)
  }

  @Test("§5.3.2.2: needs a pushed request, with a redirect URI and a code challenge")
  func requests() throws {
    visitor.open(
      "/standard/authorize?client_id=bank&redirect_uri=\(StandardVisitor.callback)"
        + "&response_type=code&scope=openid&state=st")
    try standard.expectRedirect(.pushMissing, "invalid_request")
    try push(["code_challenge": nil, "code_challenge_method": nil], id: "plain")
    try standard.expectRefusal(.challengeMissing, 400, "invalid_request")
    try push(["redirect_uri": nil, "scope": "mcp:read"], id: "nowhere")
    try standard.expectRefusal(.redirectMissing, 400, "invalid_request")
    try push(["response_type": "code id_token", "nonce": "n"], id: "hybrid")
    try standard.expectRefusal(.responseTypeUnsupported, 400, "unsupported_response_type")
  }

  @Test(
    "§5.3.2.2: takes no http redirect URI but one at a loopback address",
    arguments: [
      ("http://bank.example/cb", false), ("http://127.0.0.1.example/cb", false),
      ("http://[::1]:7999/cb", true),
    ])
  func redirectScheme(_ address: String, isAccepted: Bool) throws {
    try push(["redirect_uri": address])
    guard !isAccepted else { return #expect(visitor.status == 201) }
    try standard.expectRefusal(.parameterInvalid, 400, "invalid_request")
    #expect(visitor.told.why?.contains(address) == true)
  }

  @Test("says so in the metadata, and publishes no key for RS256")
  func metadata() throws {
    visitor.scheme = "https"
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    let document = try JSONReader().read(Array(visitor.page.utf8), file: "metadata").root
    func list(_ name: String) -> [String] {
      (document[name]?.arrayValue ?? []).compactMap(\.stringValue)
    }
    let algorithms = ["ES256", "PS256", "EdDSA", "Ed25519"]
    #expect(document["require_pushed_authorization_requests"]?.boolValue == true)
    #expect(list("response_types_supported") == ["code"])
    #expect(list("id_token_signing_alg_values_supported") == ["ES256"])
    #expect(list("dpop_signing_alg_values_supported") == algorithms)
    #expect(list("request_object_signing_alg_values_supported") == algorithms)
    for endpoint in ["token", "introspection", "revocation"] {
      #expect(
        list("\(endpoint)_endpoint_auth_methods_supported")
          == ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"])
      #expect(list("\(endpoint)_endpoint_auth_signing_alg_values_supported") == algorithms)
    }
    #expect(!list("grant_types_supported").contains("password"))
    #expect(!list("grant_types_supported").contains("implicit"))
    try visitor.call(.get, "/standard/jwks")
    #expect(visitor.page.contains("ES256") && !visitor.page.contains("RS256"))
  }
}
