import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// A browser and a program at `standard`, of clients for which responses are encrypted.
struct RecipientVisitor {
  static let keysURI = "http://127.0.0.1:7000/jwks"
  static let rsa = try? DecryptionKey(TestKeys.rsa(seed: 1), kid: "rsa-enc")
  static let ec = AssertionVisitor.ec.flatMap { try? DecryptionKey($0, kid: "ec-enc") }

  let standard: StandardVisitor

  init(with quirks: [String] = []) throws {
    let keys = JWK.set(
      [AssertionVisitor.ec?.publicJWK(), Self.rsa?.publicJWK(), Self.ec?.publicJWK()]
        .compactMap(\.self)
    ).text()
    let rest = """
      "provider": "standard", "secret": "\(StandardVisitor.secret)",
      "redirect_uris": ["\(StandardVisitor.callback)"]
      """
    standard = try StandardVisitor(
      with: quirks,
      clients: """
        {\(rest), "client_id": "signed", "userinfo_signed_response_alg": "ES256"},
        {\(rest), "client_id": "hmac", "userinfo_signed_response_alg": "HS256",
         "id_token_signed_response_alg": "HS256"},
        {\(rest), "client_id": "sealed", "jwks": \(keys),
         "id_token_encrypted_response_alg": "RSA-OAEP", "id_token_encrypted_response_enc": "A256GCM",
         "userinfo_signed_response_alg": "RS256",
         "userinfo_encrypted_response_alg": "ECDH-ES", "userinfo_encrypted_response_enc": "A256GCM",
         "authorization_encrypted_response_alg": "ECDH-ES+A256KW"},
        {\(rest), "client_id": "unsigned", "jwks": \(keys),
         "userinfo_encrypted_response_alg": "RSA-OAEP-256"},
        {\(rest), "client_id": "remote", "jwks_uri": "\(Self.keysURI)",
         "id_token_encrypted_response_alg": "ECDH-ES",
         "userinfo_encrypted_response_alg": "ECDH-ES",
         "authorization_encrypted_response_alg": "ECDH-ES"}
        """)
  }

  var visitor: Visitor { standard.visitor }

  /// The content of an encrypted token, and its header.
  func opened(_ text: String) throws -> JWE.Decrypted {
    try JWE.decrypt(text, keys: [Self.rsa, Self.ec].compactMap(\.self))
  }

  /// The claims of a signed JWT within an encrypted one.
  func nested(_ text: String) throws -> JSONValue {
    let opened = try opened(text)
    #expect(opened.header["cty"]?.stringValue == "JWT")
    return try verified(String(decoding: opened.plaintext, as: UTF8.self))
  }

  /// The claims of a JWT that the server has signed.
  func verified(_ text: String) throws -> JSONValue {
    let token = try JWS.parse(text)
    #expect(visitor.sandbox.site.options.keys.verifies(token))
    return token.payload
  }

  /// Signs alice in, and redeems the code.
  func tokens(_ client: String) throws -> (access: String, id: String) {
    try standard.redeem(
      standard.code(["client_id": client, "scope": "openid profile"]), as: client)
    return (try visitor.member("access_token"), try visitor.member("id_token"))
  }

  func userInfo(_ token: String) throws {
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
  }

  /// Serves the keys of the client `remote`.
  func serveKeys(_ keys: [JSONValue]) {
    visitor.documents[Self.keysURI] = .content(
      .init(status: 200, type: "application/json", body: JWK.set(keys).encoded()))
  }
}
