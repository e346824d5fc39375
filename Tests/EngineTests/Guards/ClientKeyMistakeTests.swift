import Basics
import ProviderModel
import Testing

@testable import Engine

/// Keys in a cast: each mistake is told at its place.
@Suite("Mistakes in the keys of a cast's client")
struct ClientKeyMistakeTests {
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

  @Test("are told with the member and the remedy")
  func told() throws {
    let rsa = try #require(AssertionVisitor.rsa).publicJWK().text()
    let set = "\"jwks\": {\"keys\": [\(rsa)]}"
    for (members, place, word) in [
      ("\"jwks\": 1", "/jwks", "not a JWK set"), ("\"jwks\": {\"keys\": [{}]}", "/jwks", "JWK"),
      (
        "\"jwks\": {\"keys\": [\(rsa), {\"kty\": \"EC\", \"d\": \"x\"}]}", "/jwks/keys/1",
        "with the member d"
      ),
      ("\"jwks\": {\"keys\": [{\"kty\": \"oct\"}]}", "/jwks/keys/0", "type oct"),
      (
        "\"jwks\": {\"keys\": [{\"kty\": \"EC\", \"crv\": \"P-521\"}]}", "/jwks/keys/0", "P-256"
      ),
      ("\(set), \"jwks_uri\": \"https://a.example/k\"", "/jwks_uri", "one of the two"),
      ("\"jwks_uri\": \"app:keys\"", "/jwks_uri", "web address"),
      (
        "\"token_endpoint_auth_method\": \"private_key_jwt\"", "/token_endpoint_auth_method",
        "add jwks or jwks_uri"
      ),
      (
        "\"token_endpoint_auth_method\": \"client_secret_jwt\"", "/token_endpoint_auth_method",
        "add secret"
      ),
      (
        "\(set), \"token_endpoint_auth_method\": \"private_key_jwt\", \"token_endpoint_auth_signing_alg\": \"HS256\"",
        "/token_endpoint_auth_signing_alg", "RS256, PS256, ES256"
      ),
    ] {
      let found = try mistakes(members)
      #expect(
        found.contains { $0.contains("(at \(place))") && $0.contains(word) }, "\(members): \(found)"
      )
    }
    #expect(try mistakes(set) == [])
    #expect(try mistakes("\"jwks_uri\": \"http://127.0.0.1:1/k\"") == [])
  }
}
