import Basics
import JOSE
import Testing

@Suite("A rule about documents")
struct RuleDocumentTests {
  private let site: Site
  private let box: Box

  init() throws {
    site = try Site()
    box = try site.sandbox()
  }

  private func keys(_ parts: JSONValue? = nil) throws -> [JSONValue] {
    try box.order("DELETE", "/rules")
    if let parts {
      try box.rule(["match": ["endpoint": "jwks"], "then": ["change": ["keys": parts]]])
    }
    return try #require(try box.get("/standard/jwks").json["keys"]?.arrayValue)
  }

  private func texts(_ keys: [JSONValue], _ name: String) -> [String] {
    keys.map { $0[name]?.stringValue ?? "-" }
  }

  @Test("shows other keys, and the same as ever when it is gone")
  func keySets() throws {
    let current = try keys()
    #expect(try keys(["current"]) == current)
    let next = try keys(["next"])
    #expect(
      texts(next, "kty") == texts(current, "kty") && texts(next, "alg") == ["RS256", "ES256"])
    #expect(Set(texts(next, "kid")).isDisjoint(with: texts(current, "kid")))
    #expect(try keys(["next", "current"]) == next + current)
    let twins = try keys(["twin"])
    #expect(texts(twins, "kid") == texts(current, "kid"))
    #expect(texts(twins, "kty") == texts(current, "kty").reversed())
    let encryption = try keys(["encryption"])
    #expect(texts(encryption, "kid") == texts(current, "kid"))
    #expect(Set(texts(encryption, "use")) == ["enc"])
    #expect(zip(encryption, current).allSatisfy { $0["n"] != $1["n"] || $0["x"] != $1["x"] })
    let nameless = try keys(["nameless"])
    #expect(texts(nameless, "kid") == ["-"] && nameless.first?["n"] == current.first?["n"])
    let unknown = try keys(["unknown"])
    #expect(texts(unknown, "kty") == ["XYZ", "EC"] && texts(unknown, "crv") == ["-", "P-1024"])
    #expect(Set(texts(unknown, "kid")).isDisjoint(with: texts(current, "kid")))
    #expect(try keys([]) == [])
    #expect(try keys() == current)
  }

  @Test("rolls the keys over between two sign-ins, in one sandbox and in no other")
  func rotation() throws {
    let other = try site.sandbox()
    try box.order(
      "PUT", "/rules",
      [
        [
          "match": ["endpoint": "token"], "skip": 1,
          "then": ["change": ["tokens": ["id": ["signature": "next-key"]]]],
        ],
        [
          "match": ["endpoint": "jwks"], "skip": 1,
          "then": ["change": ["keys": ["next", "current"]]],
        ],
      ])
    func token(_ box: Box) throws -> JWS.Parsed {
      let text = try #require(try box.tokens()["id_token"]?.stringValue)
      return try JWS.parse(text)
    }
    let first = try token(box)
    let before = try VerifyingKey.keys(ofSet: try box.get("/standard/jwks").json)
    try JWS.verify(first, keys: before)
    let second = try token(box)
    #expect(second.kid != first.kid)
    #expect(throws: JWSError.self) { try JWS.verify(second, keys: before) }
    let after = try VerifyingKey.keys(ofSet: try box.get("/standard/jwks").json)
    try JWS.verify(second, keys: after)
    try JWS.verify(first, keys: after)
    try JWS.verify(
      try token(other), keys: try VerifyingKey.keys(ofSet: try other.get("/standard/jwks").json))
    #expect(try other.get("/standard/jwks").json["keys"]?.arrayValue?.count == 2)
  }

  @Test("changes metadata: a member set, a nested one, some left out")
  func metadata() throws {
    let path = "/standard/.well-known/openid-configuration"
    let before = try box.get(path)
    try box.rule([
      "match": ["endpoint": "metadata"], "times": 1,
      "then": [
        "change": [
          "set": [
            "issuer": "https://other.example",
            "authorization_response_iss_parameter_supported": true,
            "mtls_endpoint_aliases": [
              "token_endpoint": "https://mtls.example", "deep": [[1, "x"]],
            ],
          ], "drop": ["code_challenge_methods_supported"],
        ]
      ],
    ])
    let changed = try box.get(path)
    #expect(changed.json["issuer"] == "https://other.example")
    #expect(changed.json["code_challenge_methods_supported"] == nil)
    #expect(changed.json["mtls_endpoint_aliases"]?["deep"] == [[1, "x"]])
    #expect(changed.json["token_endpoint"] == before.json["token_endpoint"])
    #expect(changed.header("Content-Type") == before.header("Content-Type"))
    #expect(try box.get(path).text == before.text, "the kept document is as it was")
  }

  @Test("signs what a resource answers")
  func signedUserinfo() throws {
    let access = try #require(try box.tokens()["access_token"]?.stringValue)
    func userinfo(_ change: JSONValue) throws -> Site.Reply {
      try box.order(
        "PUT", "/rules", [["match": ["endpoint": "userinfo"], "then": ["change": change]]])
      return try box.userinfo(access)
    }
    let keys = try VerifyingKey.keys(ofSet: try box.get("/standard/jwks").json)
    let plain = try box.userinfo(access).json
    let answer = try userinfo(["jwt": [:], "set": ["sub": "other"]])
    #expect(answer.header("Content-Type") == "application/jwt")
    let token = try JWS.parse(answer.text)
    #expect(token.payload["sub"] == "other" && token.payload["aud"] == "web")
    #expect(token.payload["email"] == plain["email"])
    #expect(
      token.payload["iss"]
        == .init(
          stringLiteral: try box.get("/standard/.well-known/openid-configuration").json["issuer"]?
            .stringValue ?? ""))
    try JWS.verify(token, keys: keys)
    let ec = try JWS.parse(try userinfo(["jwt": ["alg": "ES256"]]).text)
    #expect(try JWS.verify(ec, keys: keys).algorithm == .es256)
    let forged = try JWS.parse(
      try userinfo(["jwt": ["signature": "other-key", "claims": ["aud": "other"]]]).text)
    #expect(forged.payload["aud"] == "other" && forged.payload["sub"] == plain["sub"])
    #expect(throws: JWSError.self) { try JWS.verify(forged, keys: keys) }
    // A refusal is the provider's own.
    try box.order(
      "PUT", "/rules", [["match": ["endpoint": "userinfo"], "then": ["change": ["jwt": [:]]]]])
    #expect(try box.userinfo("nonsense").header("Content-Type") == "application/json")
  }
}
