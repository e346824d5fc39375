import Basics
import JOSE
import Testing

@Suite("Keys")
struct KeyTests {
  @Test("a thumbprint is that of RFC 7638 §3.1")
  func thumbprint() throws {
    let key = try VerifyingKey(jwk: Vector.thumbprintJWK)
    #expect(key.thumbprint == Vector.thumbprint)
    #expect(key.kid == "2011-04-29")
  }

  @Test("PKCS#8 and PKCS#1 of one RSA key are one key")
  func rsaForms() throws {
    let pkcs8 = try SigningKey(pem: TestKeys.rsaPEMs[0])
    let pkcs1 = try SigningKey(pem: PEMFixture.pkcs1)
    #expect(pkcs8.algorithm == .rs256)
    #expect(pkcs8.publicJWK() == pkcs1.publicJWK())
    #expect(try pkcs8.sign([1, 2, 3]) == pkcs1.sign([1, 2, 3]))
  }

  @Test("PKCS#8, SEC 1 with parameters, and JWK of one EC key are one key")
  func ecForms() throws {
    let jwk = try SigningKey(jwk: json(PEMFixture.p256JWK))
    for pem in [PEMFixture.p256, PEMFixture.sec1] {
      let key = try SigningKey(pem: pem)
      #expect(key.algorithm == .es256)
      #expect(key.publicJWK() == jwk.publicJWK())
    }
  }

  @Test("line ends, indents, and text around the block do not matter")
  func loosePEM() throws {
    let plain = try SigningKey(pem: PEMFixture.p256)
    let windows = PEMFixture.p256.split(separator: "\n").joined(separator: "\r\n")
    let indented = PEMFixture.p256.split(separator: "\n").map { "  \($0) " }.joined(separator: "\n")
    for text in [
      windows, indented, indented.replacing("  ", with: "\t"),
      "subject: é\n\n\(PEMFixture.p256)\nend",
      RefusedPEM.publicKey + "\n" + PEMFixture.p256,
    ] {
      #expect(try SigningKey(pem: text).kid == plain.kid)
    }
  }

  @Test("lines of any length will do, as in an environment variable")
  func lineLengths() throws {
    let plain = try SigningKey(pem: TestKeys.rsaPEMs[0])
    let lines = TestKeys.rsaPEMs[0].split(separator: "\n")
    let body = lines.dropFirst().dropLast().joined()
    for width in [1, 63, 65, 76, body.count] {
      let cut = stride(from: 0, to: body.count, by: width).map {
        String(body.dropFirst($0).prefix(width))
      }
      let text = ([String(lines[0])] + cut + [String(lines[lines.count - 1])])
        .joined(separator: "\n")
      #expect(try SigningKey(pem: text).kid == plain.kid)
    }
  }

  @Test("a name can be given, and is the thumbprint otherwise")
  func names() throws {
    let key = try p256()
    #expect(key.kid == key.publicKey.thumbprint)
    #expect(try key.named("k1").kid == "k1")
    #expect(try key.named("k1").publicKey.kid == "k1")
    #expect(try SigningKey(pem: PEMFixture.p256, kid: "k2").publicJWK()["kid"] == "k2")
    #expect(try SigningKey(jwk: Vector.p256, kid: "k3").kid == "k3")
  }

  @Test("a public JWK has its members in one order, and only those asked for")
  func publicJWK() throws {
    let rsa = try TestKeys.rsa(seed: 0)
    let names = ["kty", "use", "alg", "kid"]
    #expect(rsa.publicJWK().objectValue?.names == names + ["n", "e"])
    #expect(try p256().publicJWK().objectValue?.names == names + ["crv", "x", "y"])
    #expect(rsa.publicJWK(use: nil, alg: false).objectValue?.names == ["kty", "kid", "n", "e"])
    #expect(rsa.publicJWK()["alg"] == "RS256")
    #expect(JWK.set([rsa.publicJWK()])["keys"]?.arrayValue?.count == 1)
    #expect(try VerifyingKey(jwk: rsa.publicJWK()).publicJWK() == rsa.publicJWK())
  }

  @Test("generators in the same state make the same EC key, in others another one")
  func seeded() throws {
    #expect(try p256(seed: 7).kid == "S6TV6kZZe7yRceJYAR5QcVP_MKP6_UkN6c7MhrmQxSM")
    #expect(try p256(seed: 7).kid == p256(seed: 7).kid)
    #expect(try p256(seed: 7).kid != p256(seed: 8).kid)
  }

  @Test("a generator that always says the same still makes a key", arguments: [0, UInt64.max])
  func constant(number: UInt64) throws {
    struct Constant: RandomNumberGenerator {
      let number: UInt64
      mutating func next() -> UInt64 { number }
    }
    var generator = Constant(number: number)
    #expect(try SigningKey.generateP256(using: &generator).algorithm == .es256)
  }

  @Test("test keys differ from each other and stay the same for a seed")
  func testKeys() throws {
    let kids = try (0..<UInt64(TestKeys.rsaPEMs.count)).map { try TestKeys.rsa(seed: $0).kid }
    #expect(Set(kids).count == TestKeys.rsaPEMs.count)
    #expect(try TestKeys.rsa(seed: UInt64.max).kid == TestKeys.rsa(seed: UInt64.max).kid)
  }

  @Test("a generated RSA key signs what its public half takes")
  func generatedRSA() throws {
    let key = try SigningKey.generateRSA()
    #expect(try key.publicKey.isValid(key.sign([1]), for: [1]))
    #expect(try !key.publicKey.isValid(key.sign([1]), for: [2]))
    #expect(throws: KeyError.self) { try SigningKey.generateRSA(bits: 1024) }
    #expect(throws: KeyError.self) { try SigningKey.generateRSA(bits: 1 << 20) }
  }

  @Test("a JWK set gives the keys that are of use and passes over the others")
  func sets() throws {
    let key = try p256()
    let others: [JSONValue] = [["kty": "oct", "k": "AA"], "x", [:], key.publicJWK(use: "enc")]
    #expect(
      try VerifyingKey.keys(ofSet: JWK.set(others + [key.publicJWK()])).map(\.kid) == [key.kid])
    #expect(throws: KeyError.self) { try VerifyingKey.keys(ofSet: key.publicJWK()) }
  }

  @Test(
    "what is no JWK set is refused by what it is",
    arguments: [(["x": 1], "an object without it"), ([1], "an array"), ("x", "a string")]
      as [(JSONValue, String)])
  func noSet(value: JSONValue, found: String) {
    let sentence = "expected a JWK set, an object with the array \"keys\", found \(found)"
    #expect(throws: KeyError(sentence)) { try VerifyingKey.keys(ofSet: value) }
  }

  @Test("a JWK may have a member \"keys\", which is not its own")
  func memberKeys() throws {
    var jwk = Vector.p256.objectValue ?? JSONObject()
    jwk["keys"] = []
    #expect(try VerifyingKey(jwk: JSONValue(.object(jwk))).algorithm == .es256)
  }

  @Test("an RSA key has 2048 to 4096 bits, in steps of 8", arguments: [2040, 2047, 2049, 4104])
  func sizes(bits: Int) {
    let sentence = "expected 2048 to 4096 bits for an RSA key, a multiple of 8, found \(bits)"
    #expect(throws: KeyError(sentence)) { try SigningKey.generateRSA(bits: bits) }
  }

  @Test("a private key is written as PKCS #8, which is read again as the same")
  func written() throws {
    for pem in [PEMFixture.p256, TestKeys.rsaPEMs[0]] {
      let key = try SigningKey(pem: pem)
      let written = try key.pkcs8PEM()
      #expect(written.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
      #expect(try SigningKey(pem: written).publicKey.thumbprint == key.publicKey.thumbprint)
    }
    var random = SplitMix(seed: 1)
    let p384 = try SigningKey.generate(.p384, using: &random)
    #expect(try SigningKey(pem: p384.pkcs8PEM()).publicKey.thumbprint == p384.publicKey.thumbprint)
    let edwards = try SigningKey.generate(.ed25519, using: &random)
    #expect(throws: KeyError.self) { try edwards.pkcs8PEM() }
  }
}
