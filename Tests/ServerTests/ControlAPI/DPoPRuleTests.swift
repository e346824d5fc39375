import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

/// Proofs of possession at a server with sandboxes, and rules about them.
@Suite("A DPoP proof at a server")
struct DPoPRuleTests {
  private static let key: SigningKey? = {
    var random = Entropy(seed: 3)
    return try? SigningKey.generateP256(using: &random)
  }()

  /// A proof for a request to an address.
  private func proof(
    _ address: String, _ jti: String, nonce: String? = nil
  ) throws -> String {
    let key = try #require(Self.key)
    var claims = JSONObject([
      .init("jti", JSONValue(.string(jti))), .init("htm", "POST"),
      .init("htu", JSONValue(.string(address))),
      .init("iat", JSONValue(integerLiteral: House.now)),
    ])
    claims["nonce"] = nonce.map { JSONValue(.string($0)) }
    let jwk = key.publicKey.publicJWK(use: nil, alg: false)
    let header = JSONObject([
      .init("typ", "dpop+jwt"), .init("alg", "ES256"), .init("jwk", jwk),
    ])
    return try JWS.compact(header: header, payload: JSONValue(.object(claims)), key: key)
  }

  private func token(
    _ stage: RuleStage, _ proof: String, at path: String = "/standard/token", sandbox: String? = nil
  ) throws -> Answer {
    let form =
      "grant_type=client_credentials&scope=mcp:read&client_id=web&client_secret=\(RuleStage.secret)"
    return try sandbox.map {
      try stage.send(.post, path, form: form, ["DPoP": proof, "Understudy-Sandbox": $0])
    } ?? stage.send(.post, path, form: form, ["DPoP": proof])
  }

  @Test("is for the address below the sandbox's prefix, where the client called that")
  func prefix() throws {
    let stage = try RuleStage()
    let made = try stage.house.send(.post, "/_understudy/sandboxes", ["id": "mine"])
    #expect(made.status.code == 201, "\(made.text)")
    let (short, long) = ("http://localhost/standard/token", "/_sandbox/mine/standard/token")
    for (number, (path, htu, status)) in [
      (long, "http://localhost\(long)", 200), (long, short, 400),
    ].enumerated() {
      let answer = try token(stage, proof(htu, "p\(number)"), at: path)
      #expect(answer.status.code == status, "\(path) \(htu): \(answer.text)")
    }
    let named = try token(stage, proof(short, "h"), sandbox: "mine")
    #expect(named.status.code == 200, "\(named.text)")
  }

  @Test("has to hold a nonce once a rule orders that for its client, and the next one is granted")
  func nonce() throws {
    let stage = try RuleStage()
    let address = "http://localhost/standard/token"
    try stage.rules([
      "id": "r", "match": ["client": "web", "endpoint": "token"], "times": 1,
      "then": ["condition": "dpop_nonce_missing"],
    ])
    let refused = try token(stage, proof(address, "a"))
    #expect(refused.rule == "r" && refused.status.code == 400)
    #expect(try refused.json()["error"] == "use_dpop_nonce")
    let nonce = try #require(refused.headers[.dPoPNonce])
    let wrong = try token(stage, proof(address, "b", nonce: "other"))
    #expect(try wrong.json()["error"] == "use_dpop_nonce")
    #expect(wrong.headers[.dPoPNonce] == nonce)
    let good = try token(stage, proof(address, "c", nonce: nonce))
    #expect(try good.json()["token_type"] == "DPoP", "\(good.text)")
  }

  @Test("is refused by each condition that a rule orders, with a text that has no empty place")
  func conditions() throws {
    let stage = try RuleStage()
    for condition in Condition.dpop {
      for (endpoint, status) in [("token", 400), ("userinfo", 401)] {
        let isOfResource = condition.name.contains("_token_")
        if isOfResource, endpoint == "token" { continue }
        try stage.rules([
          "id": "r", "match": ["endpoint": .init(stringLiteral: endpoint)],
          "then": ["condition": .init(stringLiteral: condition.name)],
        ])
        let answer =
          try endpoint == "token"
          ? token(stage, "a.secret.proof")
          : stage.send("/standard/userinfo", ["Authorization": "DPoP x"])
        #expect(answer.status.code == status && answer.rule == "r", "\(condition) at \(endpoint)")
        let text = try #require(answer.json()["error_description"]?.stringValue)
        #expect(!text.contains(" .") && !text.contains("  ") && !text.contains("secret"), "\(text)")
      }
    }
  }

  @Test("has a challenge with the scheme of the request where a rule lets the token expire")
  func challenge() throws {
    let stage = try RuleStage()
    try stage.rules(["match": ["endpoint": "userinfo"], "then": ["condition": "token_expired"]])
    for scheme in ["DPoP", "Bearer"] {
      let refused = try stage.send("/standard/userinfo", ["Authorization": "\(scheme) x"])
      #expect(refused.headers[.wwwAuthenticate]?.hasPrefix("\(scheme) realm=") == true)
    }
  }

  @Test("tells the text of an ordered refusal what the proof has to be")
  func facts() throws {
    let stage = try RuleStage()
    for (name, word) in [
      ("dpop_claim_invalid", "claim jti"),
      ("dpop_alg_unsupported", "be ES256 or RS256 or PS256 or ES384 or EdDSA or Ed25519."),
      ("dpop_method_wrong", "be POST."),
      ("dpop_address_wrong", "be http://localhost/standard/token."),
    ] {
      try stage.rules([
        "match": ["endpoint": "token"], "then": ["condition": .init(stringLiteral: name)],
      ])
      let refused = try token(stage, proof("http://localhost/standard/token", "a"))
      let text = try #require(refused.json()["error_description"]?.stringValue)
      #expect(text.contains(word), "\(text)")
    }
  }
}
