import Basics
import HTTPTypes
import Testing

/// Minting for a client whose ID tokens have an algorithm of their own.
@Suite("A minted ID token")
struct MintAlgorithmTests {
  private let house: House

  init() throws {
    house = try House()
    let client: (String, String) -> JSONValue = { id, algorithm in
      [
        "provider": "google", "client_id": .init(stringLiteral: id),
        "secret": "understudy-secret-0123456789-0123456789",
        "redirect_uris": ["http://127.0.0.1:7999/cb"],
        "id_token_signed_response_alg": .init(stringLiteral: algorithm),
      ]
    }
    let made = try house.send(
      .post, "/_understudy/sandboxes",
      [
        "id": "box",
        "cast": ["clients": [client("es", "ES256"), client("rs", "RS256"), client("hs", "HS256")]],
      ])
    #expect(made.status == .created, "\(made.text)")
    #expect(
      try made.json()["warning"]?.stringValue
        == "/cast/clients/0/id_token_signed_response_alg: google signs nothing with ES256; it has RS256, HS256"
    )
  }

  private func mint(_ client: String, _ issues: [JSONValue]) throws -> Answer {
    try house.send(
      .post, "/_understudy/sandboxes/box/tokens",
      [
        "provider": "google", "client": .init(stringLiteral: client), "person": "alice",
        "scopes": ["openid"], "issues": JSONValue(.array(issues)),
      ])
  }

  @Test("is refused by an algorithm for which the provider has no key")
  func noKey() throws {
    let refused = try mint("es", ["access", "id"])
    #expect(refused.status == .unprocessableContent)
    #expect(
      refused.text.contains(
        "the client es is registered with id_token_signed_response_alg ES256, and google signs nothing with it"
      ), "\(refused.text)")
    #expect(try mint("es", ["access"]).status == .created)
    let usual = try house.send(
      .post, "/_understudy/sandboxes/box/tokens",
      ["provider": "google", "client": "es", "person": "alice", "scopes": ["openid"]])
    #expect(usual.status == .unprocessableContent)
  }

  @Test("is issued by one that has a key, and with the secret", arguments: ["rs", "hs"])
  func key(_ client: String) throws {
    let minted = try mint(client, ["access", "id"])
    #expect(minted.status == .created, "\(minted.text)")
    #expect(try minted.json()["id_token"]?.stringValue?.isEmpty == false)
  }
}
