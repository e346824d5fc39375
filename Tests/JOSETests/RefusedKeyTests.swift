import Basics
import JOSE
import Testing

@Suite("A key that is refused")
struct RefusedKeyTests {
  @Test(
    "as PEM: the sentence says what was found, and where",
    arguments: [
      ("", "expected PEM", nil),
      ("30820122", "if this is DER", nil),
      (RefusedPEM.p521, "found a key on P-521", 1),
      (RefusedPEM.rsa1024, "found one of 1024", 1),
      (RefusedPEM.encrypted, "found an encrypted one", 1),
      (RefusedPEM.encryptedPKCS1, "found an encrypted one", 1),
      (RefusedPEM.publicKey, "found \"PUBLIC KEY\"", 1),
      ("\n\n" + PEMFixture.p256 + "\n" + PEMFixture.p256, "found another", 8),
      (String(PEMFixture.p256.dropLast(10)), "found the end of the text", 1),
      (String(PEMFixture.p256.dropLast(40)), "found the end of the text", 1),
      ("-----BEGIN -----", "if this is DER", nil),
      ("-----BEGIN A-----\n-----END B-----", "expected \"-----END A-----\", found", 2),
      (RefusedPEM.crossed, "do not fit together", 1),
      ("-----END PRIVATE KEY-----", "a block's beginning first", 1),
      ("-----BEGIN A-----\n-----BEGIN B-----", "is a line missing?", 2),
      ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "do not fit together", 1),
      ("-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----", "whole base64", 1),
      ("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", "whole base64", 1),
      ("-----BEGIN DSA PRIVATE KEY-----\nAAAA\n-----END DSA PRIVATE KEY-----", "convert it", 1),
    ] as [(String, String, Int?)])
  func pem(text: String, part: String, line: Int?) {
    let error = #expect(throws: KeyError.self) { try SigningKey(pem: text) }
    #expect(error?.sentence.contains(part) == true, "\(error?.description ?? "")")
    #expect(error?.line == line)
  }

  @Test("as JWK: the sentence names the member")
  func jwk() throws {
    var crossed = Vector.p256.objectValue ?? JSONObject()
    crossed["x"] = try p256().publicJWK()["x"]
    crossed["y"] = try p256().publicJWK()["y"]
    let cases: [(JSONValue, String)] = [
      ("x", "found a string"),
      ([:], "\"kty\""),
      (["keys": []], "found a set"),
      (["kty": 1], "\"kty\" to be a string"),
      (["kty": "oct", "k": "AA"], "found \"oct\""),
      (["kty": "EC", "crv": "P-521"], "to be \"P-256\" or \"P-384\", found \"P-521\""),
      (["kty": "OKP", "crv": "X25519"], "to be \"Ed25519\", found \"X25519\""),
      (["kty": "EC", "crv": "P-384", "x": "AA", "d": "AA"], "\"x\" to hold 48 bytes, found 1"),
      (["kty": "OKP", "crv": "Ed25519", "alg": "ES256"], "to be \"EdDSA\", \"Ed25519\" or absent"),
      (changed("use", "enc"), "found \"enc\""),
      (changed("alg", "ES384"), "found \"ES384\""),
      (changed("kid", 7), "\"kid\" to be a string"),
      (changed("x", "AA"), "\"x\" to hold 32 bytes, found 1"),
      (changed("x", "="), "\"x\" to be base64url"),
      (changed("x", ""), "\"x\" to be base64url"),
      (changed("x", Vector.p256["y"]), "a point of P-256"),
      (changed("d", nil), "found the public half"),
      (changed("d", JSONValue(.string(Base64URL.encode(Array(repeating: 0, count: 32))))), "order"),
      (JSONValue(.object(crossed)), "belongs to another key"),
      (Vector.rsa(without: ["d"]), "found the public half"),
      (Vector.rsa(without: ["dp"]), "found no \"dp\""),
      (Vector.rsa(without: ["n"]), "\"n\""),
      (rsa("oth", []), "\"oth\""),
      (rsa("n", "AQAB"), "2048"),
      (rsa("e", "AQ"), "exponent"),
      (rsa("d", "AQAB"), "do not fit"),
      (rsa("p", "AQ"), "do not fit"),
      (rsa("q", "AA"), "do not fit"),
      (rsa("qi", "AA"), "do not fit"),
    ]
    for (value, part) in cases {
      let error = #expect(throws: KeyError.self) { try SigningKey(jwk: value) }
      #expect(error?.sentence.contains(part) == true, "\(error?.description ?? "") / \(part)")
    }
  }

  @Test("a damaged key is refused or is still a key, and never ends the process")
  func fuzz() throws {
    var generator = SplitMix(seed: 7468)
    for pem in [PEMFixture.p256, PEMFixture.sec1, PEMFixture.pkcs1, RefusedPEM.encrypted] {
      for _ in 0..<300 {
        var bytes = Array(pem.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          bytes[place] = UInt8.random(in: 0x20...0x7e, using: &generator)
        }
        if Bool.random(using: &generator) {
          bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
        }
        _ = try? SigningKey(pem: String(decoding: bytes, as: UTF8.self))
      }
    }
    for (name, value) in Vector.rsaJWK {
      for _ in 0..<10 {
        var bytes = try #require(Base64URL.decode(value))
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1
        #expect(throws: KeyError.self) {
          try SigningKey(jwk: rsa(name, JSONValue(.string(Base64URL.encode(bytes)))))
        }
      }
    }
  }

  private func changed(_ name: String, _ value: JSONValue?) -> JSONValue {
    change(Vector.p256, name, value)
  }

  private func rsa(_ name: String, _ value: JSONValue?) -> JSONValue {
    change(Vector.rsa(), name, value)
  }

  private func change(_ jwk: JSONValue, _ name: String, _ value: JSONValue?) -> JSONValue {
    var object = jwk.objectValue ?? JSONObject()
    object[name] = value
    return JSONValue(.object(object))
  }
}
