import Basics
import JOSE
import Testing

@Suite("Signed tokens")
struct JWSTests {
  @Test("RS256 gives the very token of RFC 7515 A.2, and takes it")
  func rs256() throws {
    let key = try SigningKey(jwk: Vector.rsa())
    let token = try JWS.parse(Vector.rs256)
    #expect(try key.sign(token.signingInput) == token.signature)
    #expect(try JWS.verify(token, keys: [key.publicKey]).algorithm == .rs256)
    #expect(token.payload["exp"] == 1_300_819_380)
    #expect(token.algorithm == "RS256")
  }

  @Test("ES256 takes the token of RFC 7515 A.3, and makes another one that it takes as well")
  func es256() throws {
    let key = try SigningKey(jwk: Vector.p256)
    var token = try JWS.parse(Vector.es256)
    try JWS.verify(token, keys: [key.publicKey])
    let signature = try key.sign(token.signingInput)
    #expect(signature.count == 64)
    token.signature = signature
    try JWS.verify(token, keys: [key.publicKey])
  }

  @Test("what was signed comes back as it was, order and digits included")
  func roundTrip() throws {
    let payload = try json(#"{"z":1.0,"id":10000000000000001,"a":"é/\"","n":null}"#)
    for key in [try TestKeys.rsa(seed: 2), try p256()] {
      let text = try JWS.compact(header: JWS.header(for: key), payload: payload, key: key)
      let token = try JWS.parse(text)
      #expect(token.payload == payload)
      #expect(token.header.names == ["alg", "typ", "kid"])
      #expect(token.kid == key.kid)
      #expect(
        String(decoding: token.signingInput, as: UTF8.self)
          == JWS.signingInput(header: token.header, payload: payload))
      try JWS.verify(token, keys: [try p256(seed: 9).publicKey, key.publicKey])
    }
  }

  @Test("tokens as bytes are those that are strings, and can stand behind something")
  func bytes() throws {
    let key = try TestKeys.rsa(seed: 2)
    let header = JWS.header(for: key)
    let text = try JWS.compact(header: header, payload: ["sub": "alice"], key: key)
    let headerBytes = JSONValue(.object(header)).encoded()
    let payload = Array(#"{"sub":"alice"}"#.utf8)
    #expect(try JWS.compact(header: headerBytes, payload: payload, key: key) == Array(text.utf8))
    #expect(
      JWS.signingInput(header: headerBytes, payload: payload)
        == Array(JWS.signingInput(header: header, payload: ["sub": "alice"]).utf8))
    var buffer = Array(#"{"id_token":""#.utf8)
    try JWS.append(header: headerBytes, payload: payload, key: key, to: &buffer)
    #expect(String(decoding: buffer, as: UTF8.self) == #"{"id_token":""# + text)
  }

  @Test("bytes are signed as they stand, JSON or not")
  func anyBytes() throws {
    let key = try p256()
    let token = try JWS.compact(header: [0x20], payload: [0xff], key: key)
    let parts = token.split(separator: UInt8(ascii: "."))
    #expect(parts.map { Base64URL.decode($0)?.count } == [1, 1, 64])
    let signature = try #require(Base64URL.decode(parts[2]))
    #expect(key.publicKey.isValid(signature, for: Array("IA._w".utf8)))
  }

  @Test("a header is written as it stands, so a caller can lie in it")
  func lies() throws {
    let key = try p256()
    let text = try JWS.compact(header: JWS.header(for: key, type: nil), payload: [:], key: key)
    #expect(try JWS.parse(text).header.names == ["alg", "kid"])
    let lie = try JWS.compact(header: header(#"{"alg":"RS256"}"#), payload: [:], key: key)
    #expect(try JWS.parse(lie).algorithm == "RS256")
  }

  @Test("a token verifies only by the key it names, or by one that has no name")
  func names() throws {
    let key = try p256(kid: "a")
    let text = try JWS.compact(header: JWS.header(for: key), payload: [:], key: key)
    let token = try JWS.parse(text)
    try JWS.verify(token, keys: [p256(seed: 2, kid: "a").publicKey, key.publicKey])
    #expect(throws: JWSError.self) { try JWS.verify(token, keys: [p256(kid: "b").publicKey]) }
    var jwk = key.publicJWK().objectValue ?? JSONObject()
    jwk["kid"] = nil
    try JWS.verify(token, keys: [VerifyingKey(jwk: JSONValue(.object(jwk)))])
  }

  @Test("nothing but the right signature, algorithm and key verifies")
  func refusals() throws {
    let key = try p256()
    let keys = [key.publicKey, try TestKeys.rsa(seed: 0).publicKey]
    let token = try JWS.parse(
      JWS.compact(header: JWS.header(for: key), payload: ["sub": "alice"], key: key))
    try JWS.verify(token, keys: keys)

    func refused(_ part: String, _ change: (inout JWS.Parsed) throws -> Void) throws {
      var changed = token
      try change(&changed)
      let error = #expect(throws: JWSError.self) { try JWS.verify(changed, keys: keys) }
      #expect(error?.sentence.contains(part) == true, "\(error?.sentence ?? "")")
    }
    try refused("unsecured") { $0.algorithm = "none" }
    try refused("found another") { $0.algorithm = "None" }
    try refused("found another") { $0.algorithm = "HS256" }
    try refused("found none") { $0.algorithm = "RS256" }
    try refused("crit") { $0.header["crit"] = ["b64"] }
    try refused("was the token changed?") { $0.signature = [] }
    try refused("was the token changed?") { $0.signature[63] ^= 1 }
    try refused("was the token changed?") { $0.signature += [0] }
    try refused("was the token changed?") { $0.signature = Array(repeating: 0, count: 64) }
    try refused("was the token changed?") { $0.signingInput[20] ^= 1 }
    #expect(throws: JWSError("expected a key for ES256, found none")) {
      try JWS.verify(token, keys: [TestKeys.rsa(seed: 0).publicKey])
    }
  }

  @Test("a token whose name two keys have tells of both if neither verifies it")
  func twoKeys() throws {
    let key = try p256(kid: "a")
    let token = try JWS.parse(JWS.compact(header: JWS.header(for: key), payload: [:], key: key))
    let others = [try p256(seed: 2, kid: "a").publicKey, try p256(seed: 3, kid: "a").publicKey]
    #expect(throws: JWSError("expected the signature of one of 2 keys, found another")) {
      try JWS.verify(token, keys: others)
    }
  }

  private func header(_ text: String) throws -> JSONObject {
    try #require(json(text).objectValue)
  }
}
