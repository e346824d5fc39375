import Basics
import JOSE
import Testing

@Suite("A rule about tokens")
struct RuleTokenTests {
  private let site: Site
  private let box: Box

  init() throws {
    site = try Site()
    box = try site.sandbox()
  }

  private func idToken(_ change: JSONValue? = nil) throws -> (
    header: JSONObject, claims: JSONValue, isSigned: Bool
  ) {
    let code = try box.code()
    if let change {
      try box.rule([
        "match": ["endpoint": "token"], "then": ["change": ["tokens": ["id": change]]],
      ])
    }
    let text = try #require(try box.redeem(code).json["id_token"]?.stringValue)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    try #require(parts.count == 3)
    let header = try JSONReader().read(Base64URL.decode(parts[0]) ?? [], file: "").root
    let claims = try JSONReader().read(Base64URL.decode(parts[1]) ?? [], file: "").root
    let jwks = try box.get("/standard/jwks").json["keys"]?.arrayValue ?? []
    let keys = try jwks.map { try VerifyingKey(jwk: $0) }
    let parsed = try? JWS.parse(text)
    let isSigned = parsed.map { (try? JWS.verify($0, keys: keys)) != nil } ?? false
    return (header.objectValue ?? JSONObject(), claims, isSigned)
  }

  @Test("gives an ID token whose signature does not verify, or that has none")
  func signatures() throws {
    #expect(try idToken().isSigned)
    let bad = try idToken(["signature": "bad"])
    #expect(!bad.isSigned && bad.header["alg"] == "RS256" && bad.claims["aud"] == "web")
    try box.order("DELETE", "/rules")
    let none = try idToken(["signature": "none"])
    #expect(!none.isSigned && none.header["alg"] == "none")
  }

  @Test("gives an ID token that is signed and wrong")
  func claims() throws {
    let token = try idToken([
      "kid": "nobody", "shift": -86_400,
      "claims": [
        "aud": "another", "nonce": "n-2", "iss": "https://attacker.example",
        "email": JSONValue(.null),
      ],
    ])
    #expect(token.header["kid"] == "nobody")
    #expect(token.claims["aud"] == "another" && token.claims["nonce"] == "n-2")
    #expect(token.claims["iss"] == "https://attacker.example" && token.claims["email"] == nil)
    #expect(token.claims["iat"]?.integerValue == 1_600_000_000 - 86_400)
    #expect((token.claims["exp"]?.integerValue ?? .max) < 1_600_000_000)
  }
}
