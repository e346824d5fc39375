import Basics
import Engine
import HTTPTypes
import JOSE
import ProviderModel
import Server
import Testing

/// Signed tokens and documents, and what a rule makes of them.
@Suite("A rule's change of what is signed")
struct RuleSignedTests {
  private let stage: RuleStage
  init() throws { stage = try RuleStage() }

  private func change(_ change: JSONValue, _ endpoint: JSONValue) throws {
    try stage.rules(["id": "r", "match": ["endpoint": endpoint], "then": ["change": change]])
  }

  private static let second = RuleStage.text("providers/standard.json")
    .replacing("\"id\": \"standard\"", with: "\"id\": \"own\"")
    .replacing("standard.test", with: "own.test")
    .replacing(
      "\"signing\": { \"RS256\": {}, \"ES256\": {} }",
      with: "\"signing\": { \"RS256\": { \"kid\": \"rsa-1\" }, \"ES256\": { \"kid\": \"ec-1\" } }"
    )
    .replacing(
      "\"c_hash\": \"{{hash.code?}}\"",
      with: "\"c_hash\": \"{{hash.code?}}\", \"s_hash\": \"{{hash.state?}}\""
    )
    .replacing(
      "\"sub\": \"{{person.sub}}\", \"$claims\": \"userinfo\"",
      with:
        "\"iss\": \"me\", \"aud\": \"you\", \"sub\": \"{{person.sub}}\", \"$claims\": \"userinfo\""
    )

  @Test("keys have the names that the provider is known to give them, each its own")
  func recordedNames() throws {
    let stage = try RuleStage(files: [Self.second])
    let keys = try stage.send("/own/jwks").json()["keys"]?.arrayValue ?? []
    #expect(keys.map { $0["kid"]?.stringValue } == ["rsa-1", "ec-1"])
    for (algorithm, kid) in [("RS256", "rsa-1"), ("ES256", "ec-1")] {
      try stage.order(
        .put, "/clients/own/web",
        [
          "secret": .init(stringLiteral: RuleStage.secret),
          "redirect_uris": [.init(stringLiteral: RuleStage.callback)],
          "id_token_signed_response_alg": .init(stringLiteral: algorithm),
        ])
      let answer = try stage.send(
        "/own/authorize?client_id=web&redirect_uri=\(RuleStage.callback)&response_type=id_token"
          + "&scope=openid&nonce=n&state=some-state")
      let token = try JWS.parse(#require(answer.parameter("id_token")))
      #expect(token.algorithm == algorithm && token.kid == kid)
      #expect(token.payload["s_hash"]?.stringValue == Self.half("some-state"))
    }
  }

  /// The left half of a hash (OpenID Connect Core §3.3.2.11).
  private static func half(_ text: String) -> String {
    Base64URL.encode(Array(Digest.sha256(Array(text.utf8)).prefix(16)))
  }

  @Test("signs what a resource answers, and nothing else")
  func signed() throws {
    let stage = try RuleStage(files: [Self.second])
    try stage.order(
      .put, "/clients/own/web",
      [
        "secret": .init(stringLiteral: RuleStage.secret),
        "redirect_uris": [.init(stringLiteral: RuleStage.callback)],
      ])
    try stage.rules(["id": "r", "then": ["change": ["jwt": [:]]]])
    func claims(_ provider: String) throws -> JSONValue {
      let token = try stage.mint(provider: provider)
      let answer = try stage.send("/\(provider)/userinfo", ["Authorization": "Bearer \(token)"])
      #expect(answer.headers[.contentType] == "application/jwt")
      return try JWS.parse(answer.text).payload
    }
    let plain = try claims("standard")
    #expect(plain["iss"] == "http://localhost/standard" && plain["aud"] == "web")
    let own = try claims("own")
    #expect(own["iss"] == "me" && own["aud"] == "you" && own["sub"] == plain["sub"])
    for path in ["/standard/jwks", "/standard/.well-known/openid-configuration"] {
      let answer = try stage.send(path)
      #expect(answer.headers[.contentType] == "application/json" && answer.rule == "r")
    }
    let refused = try stage.userinfo("nonsense")
    #expect(refused.status == 401 && refused.headers[.contentType] == "application/json")
    let tokens = try stage.send(
      .post, "/standard/token",
      form: "grant_type=client_credentials&client_id=web&client_secret=\(RuleStage.secret)")
    #expect(tokens.headers[.contentType] == "application/json" && tokens.text.hasPrefix("{"))
  }

  @Test("of a document holds while the rule does, whatever was answered before")
  func documents() throws {
    let before = try stage.send("/standard/jwks").text
    #expect(try stage.send("/standard/jwks").text == before)
    try change(["keys": []], "jwks")
    #expect(try stage.send("/standard/jwks").text == "{\"keys\":[]}")
    try stage.order(.delete, "/rules")
    #expect(try stage.send("/standard/jwks").text == before)
  }

  @Test("puts the key into the header of a token that is to have it, and of no other")
  func embedded() throws {
    for isEmbedded in [true, false] {
      let code = try #require(try stage.authorize().parameter("code"))
      try change(
        [
          "tokens": [
            "id": ["signature": "bad", "embed_key": .init(booleanLiteral: isEmbedded)]
          ]
        ], "token")
      let text = try #require(try stage.redeem(code).json()["id_token"]?.stringValue)
      #expect((try JWS.parse(text).header["jwk"] != nil) == isEmbedded)
      try stage.order(.delete, "/rules")
    }
  }

  @Test("a token that is signed with the client's secret has no key of the server's")
  func symmetric() throws {
    let secret = "a-secret-of-thirty-two-characters"
    try stage.order(
      .put, "/clients/standard/hs",
      [
        "secret": .init(stringLiteral: secret),
        "redirect_uris": [.init(stringLiteral: RuleStage.callback)],
        "id_token_signed_response_alg": "HS256",
      ])
    let answer = try stage.authorize("&response_type=id_token", client: "hs")
    let direct = try stage.send(
      "/standard/authorize?client_id=hs&redirect_uri=\(RuleStage.callback)&response_type=id_token"
        + "&scope=openid&nonce=n")
    #expect(answer.parameter("id_token") == nil, "response_type was sent twice")
    let token = try JWS.parse(#require(direct.parameter("id_token")))
    #expect(token.algorithm == "HS256" && token.kid == nil)
    #expect(token.signature == HMAC.sha256(key: Array(secret.utf8), message: token.signingInput))
  }
}
