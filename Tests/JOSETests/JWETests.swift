import Basics
import Testing

@testable import JOSE

/// Encrypted tokens: the examples of RFCs, tokens of another library, and what is refused.
@Suite("Encrypted tokens")
struct JWETests {
  private static let frodo =
    "You can trust us to stick with you through thick and thin–to the bitter end. And you can trust us to keep any secret of yours–closer than you keep it yourself. But you cannot trust us to let you face trouble alone, and go off without a word. We are your friends, Frodo."

  @Test(
    "are decrypted as RFC 7516 A.1 and RFC 7520 §5.4, §5.5 say, and as jwcrypto makes them",
    arguments: [
      (
        EncryptionVector.rsaKey, EncryptionVector.rsaToken,
        "The true sign of intelligence is not knowledge but imagination."
      ),
      (EncryptionVector.p384Key, EncryptionVector.p384Token, frodo),
      (EncryptionVector.p256Key, EncryptionVector.p256Token, frodo),
      (EncryptionVector.rsaKey, EncryptionVector.foreignRSA, #"{"sub":"alice"}"#),
      (EncryptionVector.p256Key, EncryptionVector.foreignP256, #"{"sub":"alice"}"#),
    ])
  func published(_ members: [(String, String)], _ token: String, _ text: String) throws {
    let key = try DecryptionKey(jwk: EncryptionVector.jwk(members))
    let decrypted = try JWE.decrypt(token, keys: [key])
    #expect(String(decoding: decrypted.plaintext, as: UTF8.self) == text)
  }

  @Test("agree on the key of RFC 7518 Appendix C")
  func concatKDF() {
    let secret: [UInt8] = [
      158, 86, 217, 29, 129, 113, 53, 211, 114, 131, 66, 131, 191, 132, 38, 156, 251, 49, 110, 163,
      218, 128, 106, 72, 246, 218, 167, 121, 140, 254, 144, 196,
    ]
    let key = KeyAgreement.derive(
      secret, for: .ecdhES, .a128GCM, apu: Array("Alice".utf8), apv: Array("Bob".utf8))
    #expect(Base64URL.encode(key) == "VqqN6vgjbSBcIijNcacQGg")
    // More than one round of the digest.
    #expect(KeyAgreement.derive(secret, for: .ecdhES, .a256CBC).count == 64)
  }

  private func pair(_ type: KeyType) throws -> (own: DecryptionKey, other: EncryptionKey) {
    var generator = SplitMix(seed: 3)
    let key =
      type == .rsa
      ? try TestKeys.rsa(seed: 1) : try SigningKey.generate(type, using: &generator)
    let own = try DecryptionKey(key, kid: "enc-1")
    return (own, try EncryptionKey(jwk: own.publicJWK()))
  }

  @Test(
    "are read by their recipient, by each pair of algorithms", arguments: JWE.KeyAlgorithm.allCases,
    JWE.ContentAlgorithm.allCases)
  func roundTrip(_ algorithm: JWE.KeyAlgorithm, _ content: JWE.ContentAlgorithm) throws {
    for type in algorithm.keyTypes {
      let (own, other) = try pair(type)
      for text in ["", "x", String(repeating: "long ", count: 1000)] {
        let token = try JWE.encrypt(
          Array(text.utf8), for: other, by: algorithm, content,
          header: JSONObject([.init("cty", "JWT")]))
        let decrypted = try JWE.decrypt(token, keys: [own])
        #expect(String(decoding: decrypted.plaintext, as: UTF8.self) == text)
        #expect(decrypted.header["alg"]?.stringValue == algorithm.rawValue)
        #expect(decrypted.header["enc"]?.stringValue == content.rawValue)
        #expect(decrypted.header["kid"]?.stringValue == "enc-1")
        #expect(decrypted.header["cty"]?.stringValue == "JWT")
        #expect((decrypted.header["epk"] != nil) == (type != .rsa))
      }
    }
  }

  @Test("are refused if any part was changed", arguments: JWE.ContentAlgorithm.allCases)
  func changed(_ content: JWE.ContentAlgorithm) throws {
    for algorithm in [JWE.KeyAlgorithm.rsaOAEP256, .ecdhES, .ecdhESA256KW] {
      let (own, other) = try pair(algorithm.keyTypes[0])
      let token = try JWE.encrypt(Array("secret".utf8), for: other, by: algorithm, content)
      let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      for place in parts.indices {
        var changed = parts
        if place == 0 {
          // Another member in the header, which the tag protects.
          var header = try JSONReader().read(try #require(Base64URL.decode(parts[0])), file: "")
            .root.objectValue
          header?["x"] = 1
          changed[0] = Base64URL.encode(JSONValue(.object(try #require(header))).encoded())
        } else {
          var bytes = try #require(Base64URL.decode(parts[place]))
          if bytes.isEmpty { bytes = [0] } else { bytes[0] ^= 1 }
          changed[place] = Base64URL.encode(bytes)
        }
        #expect(throws: JWSError.self, "\(algorithm) \(place)") {
          try JWE.decrypt(changed.joined(separator: "."), keys: [own])
        }
      }
      // A tag that is shorter than it has to be.
      var short = parts
      short[4] = Base64URL.encode(Array(try #require(Base64URL.decode(parts[4])).prefix(8)))
      #expect(throws: JWSError.self) {
        try JWE.decrypt(short.joined(separator: "."), keys: [own])
      }
    }
  }

  @Test(
    "are refused if they can't be read, with the reason",
    arguments: [
      ("a.b.c", "five parts"), ("e30....", "\"alg\""), ("W10....", "an object"),
      ("\(header(#"{"alg":"RSA1_5","enc":"A256GCM"}"#))....", "\"alg\""),
      ("\(header(#"{"alg":"RSA-OAEP","enc":"A192GCM"}"#))....", "\"enc\""),
      ("\(header(#"{"alg":"RSA-OAEP","enc":"A256GCM","zip":"DEF"}"#))....", "\"zip\""),
      ("\(header(#"{"alg":"RSA-OAEP","enc":"A256GCM","crit":["x"]}"#))....", "\"crit\""),
      ("\(header(#"{"alg":"RSA-OAEP","enc":"A256GCM"}"#)).!...", "base64url"),
      ("\(header(#"{"alg":"ECDH-ES","enc":"A256GCM","epk":{"kty":"EC"}}"#))....", "found another"),
    ])
  func unreadable(_ token: String, _ word: String) throws {
    let keys = [try pair(.rsa).own, try pair(.p256).own]
    let error = #expect(throws: JWSError.self) { try JWE.decrypt(token, keys: keys) }
    #expect(error?.sentence.contains(word) == true, "\(error?.sentence ?? "")")
  }

  private static func header(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }

  @Test("are refused if they are too long, or for another key, by name or by number")
  func others() throws {
    let (own, other) = try pair(.p256)
    let token = try JWE.encrypt(Array("x".utf8), for: other, by: .ecdhES, .a256GCM)
    #expect(throws: JWSError.self) { try JWE.decrypt(token, keys: [own], maximumBytes: 20) }
    #expect(throws: JWSError.self) { try JWE.decrypt(token, keys: []) }
    #expect(throws: JWSError.self) { try JWE.decrypt(token, keys: [try pair(.p384).own]) }
    var generator = SplitMix(seed: 4)
    let stranger = try SigningKey.generateP256(using: &generator)
    for kid in ["enc-1", "enc-2"] {
      let key = try DecryptionKey(stranger, kid: kid)
      #expect(throws: JWSError.self) { try JWE.decrypt(token, keys: [key]) }
    }
    #expect(
      try JWE.decrypt(token, keys: [DecryptionKey(stranger, kid: "enc-1"), own]).plaintext == [120])
  }

  @Test("take the keys of a set that are for encryption first, and never those of signatures")
  func sets() throws {
    let (own, _) = try pair(.p256)
    var open = try #require(own.publicJWK().objectValue)
    (open["use"], open["kid"]) = (nil, "open")
    var signing = open
    (signing["use"], signing["kid"]) = ("sig", "signing")
    var other = open
    (other["use"], other["alg"], other["kid"]) = ("enc", "ECDH-ES+A128KW", "for-one")
    let set = JWK.set(
      [signing, open, other].map { JSONValue(.object($0)) } + [own.publicJWK(), "no key"])
    func names(_ algorithm: JWE.KeyAlgorithm) -> [String?] {
      EncryptionKey.keys(ofSet: set, for: algorithm).map(\.kid)
    }
    #expect(names(.ecdhES) == ["enc-1", "open"])
    #expect(names(.ecdhESA128KW) == ["for-one", "enc-1", "open"])
    #expect(names(.rsaOAEP) == [])
    #expect(throws: KeyError.self) { try EncryptionKey(jwk: JSONValue(.object(signing))) }
    #expect(throws: KeyError.self) {
      try EncryptionKey(jwk: [
        "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      ])
    }
    // A key for one algorithm is used for no other.
    #expect(throws: KeyError.self) {
      try JWE.encrypt(
        [1], for: EncryptionKey(jwk: JSONValue(.object(other))), by: .ecdhES, .a256GCM)
    }
  }
}
