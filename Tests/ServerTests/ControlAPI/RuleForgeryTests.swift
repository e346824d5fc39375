import Basics
import JOSE
import Testing

/// Tokens that only look right: each by what a client could check.
@Suite("A rule that forges tokens")
struct RuleForgeryTests {
  private let site: Site
  private let box: Box

  init() throws {
    site = try Site()
    box = try site.sandbox()
  }

  private struct Token {
    var parsed: JWS.Parsed
    var header: JSONObject { parsed.header }
    var claims: JSONValue { parsed.payload }
  }

  private func published() throws -> [VerifyingKey] {
    try VerifyingKey.keys(ofSet: try box.get("/standard/jwks").json)
  }

  private func rule(_ change: JSONValue, endpoint: String = "token") throws {
    try box.rule([
      "match": ["endpoint": .init(stringLiteral: endpoint)],
      "then": ["change": ["tokens": ["id": change]]],
    ])
  }

  private func token(_ change: JSONValue) throws -> Token {
    let code = try box.code()
    try rule(change)
    let text = try #require(try box.redeem(code).json["id_token"]?.stringValue)
    return Token(parsed: try JWS.parse(text))
  }

  @Test("signs with another key, under the name of the published one")
  func otherKey() throws {
    let token = try token(["signature": "other-key", "claims": ["nonce": "n-2"]])
    let keys = try published()
    #expect(token.header["alg"] == "RS256" && token.claims["nonce"] == "n-2")
    #expect(keys.contains { $0.kid == token.parsed.kid }, "the name is the right one")
    #expect(throws: JWSError.self) { try JWS.verify(token.parsed, keys: keys) }
    #expect(token.parsed.signature.count == 256, "it is a whole signature of somebody")
  }

  @Test("shows, with embed_key, the key by which it verifies")
  func embedded() throws {
    let token = try token(["signature": "other-key", "embed_key": true])
    let shown = try #require(token.header["jwk"])
    let own = try VerifyingKey(jwk: shown)
    #expect(own.isValid(token.parsed.signature, for: token.parsed.signingInput))
    #expect(throws: JWSError.self) { try JWS.verify(token.parsed, keys: try published()) }
  }

  @Test("leaves the signature out, and says nothing of it")
  func empty() throws {
    let token = try token(["signature": "empty"])
    #expect(token.header["alg"] == "RS256" && token.parsed.signature.isEmpty)
    #expect(throws: JWSError.self) { try JWS.verify(token.parsed, keys: try published()) }
  }

  private func text(_ signature: JSONValue) throws -> [Substring] {
    let code = try box.code()
    try rule(["signature": signature])
    let text = try #require(try box.redeem(code).json["id_token"]?.stringValue)
    return text.split(separator: ".", omittingEmptySubsequences: false)
  }

  @Test("pads a valid signature")
  func padding() throws {
    let padded = try text("padded")
    #expect(padded.count == 3 && padded.last?.hasSuffix("==") == true)
    #expect((padded.last?.utf8.count ?? 1) % 4 == 0)
    let plain = padded.joined(separator: ".").replacing("=", with: "")
    try JWS.verify(try JWS.parse(plain), keys: try published())
  }

  @Test("adds a part behind a valid signature")
  func fourParts() throws {
    let long = try text("four-parts")
    #expect(long.count == 4 && long.last == "e30")
    try JWS.verify(
      try JWS.parse(long.prefix(3).joined(separator: ".")), keys: try published())
  }

  @Test("signs with a key that is too short, which the key set shows if it is told to")
  func shortKey() throws {
    let token = try token(["signature": "short-key"])
    #expect(token.header["alg"] == "RS256" && token.parsed.signature.count == 128)
    #expect(try !published().contains { $0.kid == token.parsed.kid })
    try box.rule(["match": ["endpoint": "jwks"], "then": ["change": ["keys": ["short"]]]])
    let shown = try box.get("/standard/jwks").json["keys"]?.arrayValue ?? []
    #expect(shown.map { $0["kid"]?.stringValue } == [token.parsed.kid])
    #expect(shown.first?["n"]?.stringValue.flatMap { Base64URL.decode($0) }?.count == 128)
  }

  @Test("signs HS256 with the published key's PEM")
  func algorithmSwap() throws {
    let token = try token(["signature": "hmac-public-key"])
    let key = try #require(try published().first { $0.algorithm == .rs256 })
    #expect(token.header["alg"] == "HS256" && token.parsed.kid == key.kid)
    #expect(key.pem.hasPrefix("-----BEGIN PUBLIC KEY-----\n") && key.pem.hasSuffix("-----\n"))
    let made = HMAC.sha256(key: Array(key.pem.utf8), message: token.parsed.signingInput)
    #expect(token.parsed.signature == made)
  }

  @Test("sets and removes members of the header, and what is changed is signed")
  func header() throws {
    let token = try token([
      "header": [
        "kid": JSONValue(.null), "typ": "x+jwt", "crit": ["x"], "jku": "https://evil.example/jwks",
      ]
    ])
    #expect(token.parsed.kid == nil && token.header["typ"] == "x+jwt")
    #expect(token.header["crit"] == ["x"] && token.header["jku"] == "https://evil.example/jwks")
    let key = try #require(try published().first { $0.algorithm == .rs256 })
    #expect(key.isValid(token.parsed.signature, for: token.parsed.signingInput))
  }

  @Test("moves one instant by itself")
  func shift() throws {
    let token = try token(["shift": ["iat": -604_800, "auth_time": -3600, "nbf": 5]])
    #expect(token.claims["iat"]?.integerValue == 1_600_000_000 - 604_800)
    #expect(token.claims["auth_time"]?.integerValue == 1_600_000_000 - 3600)
    #expect(token.claims["exp"]?.integerValue == 1_600_000_000 + 3600)
    #expect(token.claims["nbf"] == nil)
    #expect(try JWS.verify(token.parsed, keys: try published()).algorithm == .rs256)
  }

  @Test("forges in the front channel what the back channel has right, and the other way round")
  func frontChannel() throws {
    try rule(["claims": ["c_hash": "wrong", "sub": "other"]], endpoint: "authorize")
    let answer = try box.get(
      "/standard/authorize?client_id=web&redirect_uri=\(Box.callback)&scope=openid&nonce=n-1&state=s"
        + "&response_type=code+id_token+token")
    let text = try #require(answer.parameter("id_token"))
    let front = try JWS.parse(text)
    #expect(front.payload["c_hash"] == "wrong" && front.payload["sub"] == "other")
    #expect(front.payload["at_hash"]?.stringValue?.count == 22)
    let code = try #require(answer.parameter("code"))
    let answered = try #require(try box.redeem(code).json["id_token"]?.stringValue)
    let back = try JWS.parse(answered)
    #expect(back.payload["sub"] != "other")
  }

  @Test("leaves out hashes, and gets them wrong")
  func hashes() throws {
    let token = try token(["claims": ["at_hash": JSONValue(.null)]])
    #expect(token.claims["at_hash"] == nil)
    try box.order("DELETE", "/rules")
    try rule(["claims": ["at_hash": "wrong", "c_hash": JSONValue(.null)]], endpoint: "authorize")
    let answer = try box.get(
      "/standard/authorize?client_id=web&redirect_uri=\(Box.callback)&scope=openid&nonce=n-1&state=s"
        + "&response_type=code+id_token+token")
    let text = try #require(answer.parameter("id_token"))
    let front = try JWS.parse(text)
    #expect(front.payload["at_hash"] == "wrong" && front.payload["c_hash"] == nil)
  }

  @Test("is refused by our own resources, where the access token is forged")
  func access() throws {
    try box.rule([
      "match": ["endpoint": "token"],
      "then": ["change": ["tokens": ["access": ["signature": "other-key"]]]],
    ])
    let forged = try #require(try box.tokens()["access_token"]?.stringValue)
    #expect(try box.userinfo(forged).status == 401)
    try box.order("DELETE", "/rules")
    try box.rule([
      "match": ["endpoint": "token"],
      "then": ["change": ["tokens": ["access": ["signature": "next-key"]]]],
    ])
    let rolled = try #require(try box.tokens()["access_token"]?.stringValue)
    #expect(try box.userinfo(rolled).status == 200)
  }

  @Test("has ID tokens signed with the client's secret, where the client registered that")
  func symmetric() throws {
    let secret = "a-secret-of-thirty-two-characters"
    try box.order(
      "PUT", "/clients/standard/hs",
      [
        "secret": .init(stringLiteral: secret),
        "redirect_uris": [.init(stringLiteral: Box.callback)],
        "id_token_signed_response_alg": "HS256",
      ])
    func token() throws -> JWS.Parsed {
      let code = try #require(try box.authorize(client: "hs").parameter("code"))
      let answer = try box.post(
        "/standard/token",
        "grant_type=authorization_code&code=\(code)&client_id=hs&client_secret=\(secret)"
          + "&redirect_uri=\(Box.callback)")
      let text = try #require(answer.json["id_token"]?.stringValue, "\(answer.text)")
      return try JWS.parse(text)
    }
    let good = try token()
    #expect(good.algorithm == "HS256" && good.kid == nil && good.payload["aud"] == "hs")
    #expect(
      good.signature == HMAC.sha256(key: Array(secret.utf8), message: good.signingInput))
    for change in ["bad", "other-key"] as [JSONValue] {
      try rule(["signature": change])
      let forged = try token()
      #expect(forged.algorithm == "HS256" && forged.signature.count == 32)
      #expect(
        forged.signature != HMAC.sha256(key: Array(secret.utf8), message: forged.signingInput))
      try box.order("DELETE", "/rules")
    }
  }
}
