import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// What a client can't be registered with, in a cast and by itself.
@Suite("Mistakes about encryption and subjects")
struct EncryptionMistakeTests {
  private static let keys = JWK.set([RecipientVisitor.rsa?.publicJWK()].compactMap(\.self)).text()

  private func mistakes(_ members: String) throws -> [String] {
    let text = "{\"provider\": \"standard\", \"client_id\": \"c\", \(members)}"
    let value = try JSONReader().read(Array(text.utf8), file: "c.json").root
    do {
      _ = try Cast.client(
        reading: value, providers: ProviderCatalog(Visitor.providers()), people: [])
      return []
    } catch let error as FixtureError {
      return error.findings.map(\.description)
    }
  }

  @Test(
    "of a cast are told at their place",
    arguments: [
      ("\"id_token_encrypted_response_alg\": \"RSA-OAEP\"", "add jwks or jwks_uri"),
      (
        "\"jwks\": \(keys), \"userinfo_encrypted_response_alg\": \"ECDH-ES\"",
        "jwks holds no key for ECDH-ES"
      ),
      ("\"jwks\": \(keys), \"id_token_encrypted_response_alg\": \"RSA1_5\"", "RSA1_5"),
      ("\"id_token_encrypted_response_enc\": \"A256GCM\"", "has no effect without"),
      ("\"userinfo_signed_response_alg\": \"HS256\"", "keyed with the client's secret"),
      ("\"subject_type\": \"odd\"", "odd"),
      (
        "\"subject_type\": \"pairwise\", \"redirect_uris\": [\"https://a.example\", \"https://b.example\"]",
        "add sector_identifier_uri"
      ),
      ("\"sector_identifier_uri\": \"urn:x\"", "expected a web address"),
      ("\"jwks\": {\"keys\": [{\"kty\": \"EC\", \"crv\": \"P-521\", \"use\": \"enc\"}]}", "P-256"),
    ])
  func cast(_ members: String, _ word: String) throws {
    let found = try mistakes(members)
    #expect(found.contains { $0.contains(word) }, "\(found)")
  }

  @Test("a good registration has none")
  func good() throws {
    let found = try mistakes(
      "\"jwks\": \(Self.keys), \"id_token_encrypted_response_alg\": \"RSA-OAEP-256\", \"id_token_encrypted_response_enc\": \"A128GCM\", \"subject_type\": \"pairwise\", \"redirect_uris\": [\"https://a.example/1\", \"https://a.example/2\"]"
    )
    #expect(found == [])
  }

  @Test(
    "of a registration are refused by name",
    arguments: [
      ("\"id_token_encrypted_response_alg\": \"RSA1_5\"", "id_token_encrypted_response_alg"),
      ("\"id_token_encrypted_response_alg\": \"RSA-OAEP\"", "has no key for it"),
      (
        "\"jwks\": \(keys), \"id_token_encrypted_response_alg\": \"RSA-OAEP\", \"id_token_encrypted_response_enc\": \"A192GCM\"",
        "id_token_encrypted_response_enc is A192GCM"
      ),
      (
        "\"userinfo_encrypted_response_enc\": \"A256GCM\"",
        "appears without userinfo_encrypted_response_alg"
      ),
      ("\"userinfo_signed_response_alg\": \"none\"", "userinfo_signed_response_alg"),
    ])
  func registration(_ members: String, _ word: String) throws {
    let stage = try RegistrationVisitor()
    try stage.register("{\"redirect_uris\": [\"https://a.example/cb\"], \(members)}")
    try stage.expect(.metadataInvalid, 400, "invalid_client_metadata", naming: word)
  }

  @Test("a registered client gets what it has registered")
  func registered() throws {
    let stage = try RegistrationVisitor()
    let client = try stage.registered(
      ", \"jwks\": \(Self.keys), \"id_token_encrypted_response_alg\": \"RSA-OAEP-256\", \"userinfo_encrypted_response_alg\": \"RSA-OAEP\", \"userinfo_encrypted_response_enc\": \"A256GCM\", \"userinfo_signed_response_alg\": \"ES256\""
    )
    #expect(try stage.visitor.member("id_token_encrypted_response_alg") == "RSA-OAEP-256")
    let known = try #require(stage.visitor.sandbox.client(client.id, at: "standard"))
    #expect(known.encryptions.idToken == .init(algorithm: .rsaOAEP256))
    #expect(known.encryptions.userInfo == .init(algorithm: .rsaOAEP, content: .a256GCM))
    #expect(known.userInfoAlgorithm == "ES256")
  }
}
