import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Responses as JWTs that are signed, encrypted, or both (OpenID Connect Core §5.3.2, §10.2).
@Suite("Signed and encrypted responses")
struct EncryptedResponseTests {
  private let stage: RecipientVisitor
  init() throws { stage = try RecipientVisitor() }

  private var visitor: Visitor { stage.visitor }

  @Test("of userinfo are JWTs with issuer and audience for a client that is registered so")
  func signed() throws {
    try stage.userInfo(stage.tokens("signed").access)
    #expect(visitor.status == 200)
    #expect(visitor.headers.first(.contentType) == "application/jwt")
    #expect(try JWS.parse(visitor.page).algorithm == "ES256")
    let claims = try stage.verified(visitor.page)
    #expect(claims["iss"]?.stringValue == "http://127.0.0.1:8400/standard")
    #expect(claims["aud"]?.stringValue == "signed")
    #expect(claims["name"]?.stringValue == "Alice Liddell")
    #expect(claims["sub"]?.stringValue?.isEmpty == false)
  }

  @Test("are keyed with the client's secret by HS256 (OpenID Connect Core §10.1)")
  func hmac() throws {
    let tokens = try stage.tokens("hmac")
    try stage.userInfo(tokens.access)
    for text in [tokens.id, visitor.page] {
      #expect(try JWS.parse(text).algorithm == "HS256")
      let parts = text.split(separator: ".").map(String.init)
      try #require(parts.count == 3)
      #expect(
        Base64URL.decode(parts[2])
          == HMAC.sha256(
            key: Array(StandardVisitor.secret.utf8), message: Array("\(parts[0]).\(parts[1])".utf8))
      )
    }
  }

  @Test("are JSON for other clients, and refusals are JSON for all")
  func plain() throws {
    try stage.userInfo(stage.tokens("other").access)
    #expect(visitor.headers.first(.contentType) == "application/json")
    try stage.userInfo("unknown")
    #expect(visitor.headers.first(.contentType) == "application/json")
    #expect(visitor.status == 401)
  }

  @Test("are encrypted for the client's key, with the signed JWT within")
  func sealed() throws {
    let tokens = try stage.tokens("sealed")
    let opened = try stage.opened(tokens.id)
    #expect(opened.header["alg"]?.stringValue == "RSA-OAEP")
    #expect(opened.header["enc"]?.stringValue == "A256GCM")
    #expect(opened.header["kid"]?.stringValue == "rsa-enc")
    let claims = try stage.nested(tokens.id)
    #expect(claims["aud"]?.stringValue == "sealed")
    #expect(claims["nonce"]?.stringValue == "n-1")
    try stage.userInfo(tokens.access)
    #expect(visitor.headers.first(.contentType) == "application/jwt")
    #expect(try stage.opened(visitor.page).header["alg"]?.stringValue == "ECDH-ES")
    let info = try stage.nested(visitor.page)
    #expect(info["sub"] == claims["sub"])
    #expect(info["iss"] == claims["iss"])
    #expect(info["aud"]?.stringValue == "sealed")
  }

  @Test("of userinfo are encrypted JSON if the client wants no signature")
  func unsigned() throws {
    try stage.userInfo(stage.tokens("unsigned").access)
    #expect(visitor.headers.first(.contentType) == "application/jwt")
    let opened = try stage.opened(visitor.page)
    #expect(opened.header["cty"] == nil)
    // The content algorithm of a client that names none.
    #expect(opened.header["enc"]?.stringValue == "A128CBC-HS256")
    let claims = try JSONReader().read(opened.plaintext, file: "").root
    #expect(claims["name"]?.stringValue == "Alice Liddell")
    #expect(claims["iss"] == nil)
  }

  @Test(
    "of the authorization endpoint are encrypted, errors too; ID tokens are in the fragment, too")
  func authorization() throws {
    let standard = stage.standard
    standard.authorize(["client_id": "sealed", "response_mode": "jwt"]).typePassword().allow()
    let claims = try stage.nested(visitor.parameter("response"))
    #expect(claims["code"] != nil)
    standard.authorize(["client_id": "sealed", "response_mode": "jwt", "scope": "unheard-of"])
    #expect(
      try stage.nested(visitor.parameter("response"))["error"]?.stringValue == "invalid_scope")
    standard.authorize(["client_id": "sealed", "response_type": "code id_token"])
    #expect(try stage.nested(visitor.parameter("id_token"))["c_hash"] != nil)
  }

  @Test("use the keys at the client's jwks_uri, which are fetched when they are needed and kept")
  func remote() throws {
    stage.serveKeys([RecipientVisitor.ec?.publicJWK()].compactMap(\.self))
    let tokens = try stage.tokens("remote")
    #expect(try stage.nested(tokens.id)["aud"]?.stringValue == "remote")
    #expect(visitor.fetched == [RecipientVisitor.keysURI])
    try stage.userInfo(tokens.access)
    #expect(try stage.opened(visitor.page).header["kid"]?.stringValue == "ec-enc")
    #expect(visitor.fetched == [RecipientVisitor.keysURI])
    // Stale keys are fetched for the call itself.
    visitor.now += 600
    try stage.userInfo(tokens.access)
    #expect(try stage.opened(visitor.page).header["kid"]?.stringValue == "ec-enc")
    #expect(visitor.fetched.count == 2)
  }

  @Test("are refused at each endpoint where the client has no key, and nothing is spent")
  func keyless() throws {
    let standard = stage.standard
    let client = ["client_id": "remote", "scope": "openid profile"]
    let code = try standard.code(client)
    try standard.redeem(code, as: "remote")
    try standard.expectRefusal(.encryptionKeyMissing, 400, "invalid_request")
    #expect(visitor.told.remedy?.isEmpty == false)
    stage.serveKeys([AssertionVisitor.ec?.publicJWK()].compactMap(\.self))
    visitor.now += 20
    try standard.redeem(code, as: "remote")
    try standard.expectRefusal(.encryptionKeyMissing, 400, "invalid_request")
    #expect(visitor.told.why?.contains("hold none") == true, "\(visitor.told.why ?? "")")
    standard.authorize(
      client.merging(["response_type": "id_token", "prompt": "none"]) { $1 })
    #expect(visitor.told.condition == .encryptionKeyMissing)
    #expect(visitor.location.contains("error=invalid_request"))
    standard.authorize(client.merging(["response_mode": "jwt"]) { $1 })
    #expect(visitor.told.condition == .encryptionKeyMissing)
    // A grant without an ID token needs no key; userinfo does.
    let plain = try standard.code(["client_id": "remote", "scope": "profile"])
    try standard.redeem(plain, as: "remote")
    #expect(standard.status == 200)
    stage.serveKeys([RecipientVisitor.ec?.publicJWK()].compactMap(\.self))
    visitor.now += 600
    let again = try standard.code(client)
    try standard.redeem(again, as: "remote")
    #expect(standard.status == 200, "\(visitor.page)")
    let access = try visitor.member("access_token")
    stage.serveKeys([])
    visitor.now += 600
    try stage.userInfo(access)
    try standard.expectRefusal(.encryptionKeyMissing, 400, "invalid_request")
  }

  @Test("are announced, and gone with their metadata where a quirk switches them off")
  func switched() throws {
    let metadata = "/standard/.well-known/openid-configuration"
    try visitor.call(.get, metadata)
    for part in ["id_token", "userinfo", "authorization"] {
      #expect(
        try visitor.member("\(part)_encryption_alg_values_supported").contains("RSA-OAEP-256"))
      #expect(try visitor.member("\(part)_encryption_enc_values_supported").contains("A256GCM"))
    }
    #expect(
      try visitor.member("userinfo_signing_alg_values_supported")
        == "[\"RS256\",\"ES256\",\"HS256\"]")

    let open = try RecipientVisitor(with: ["no-encrypted-responses"])
    try open.visitor.call(.get, metadata)
    #expect(!open.visitor.page.contains("_encryption_"))
    let tokens = try open.tokens("sealed")
    #expect(try open.verified(tokens.id)["aud"]?.stringValue == "sealed")
    try open.userInfo(tokens.access)
    #expect(try open.verified(open.visitor.page)["aud"]?.stringValue == "sealed")

    let json = try RecipientVisitor(with: ["no-signed-userinfo"])
    try json.visitor.call(.get, metadata)
    #expect(!json.visitor.page.contains("userinfo_signing"))
    #expect(!json.visitor.page.contains("userinfo_encryption"))
    try json.userInfo(json.tokens("sealed").access)
    #expect(json.visitor.headers.first(.contentType) == "application/json")
  }
}
