import Basics
import JOSE
import Testing

/// Each algorithm: vectors of RFCs and of OpenSSL, and what keeps one from being taken for another.
@Suite("Keys and their algorithms")
struct KeyTypeTests {
  private static let ed25519: JSONValue = [
    "kty": "OKP", "crv": "Ed25519", "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  ]

  private func keys() throws -> [SigningKey] {
    var generator = SplitMix(seed: 7)
    var keys = [try TestKeys.rsa(seed: 0)]
    for type in KeyType.allCases where type != .rsa {
      keys.append(try SigningKey.generate(type, using: &generator))
    }
    return keys
  }

  @Test("Ed25519 gives the signature and the thumbprint of RFC 8037 A.3 and A.4")
  func rfc8037() throws {
    let key = try SigningKey(jwk: Self.ed25519)
    let signature =
      "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
    let input = Array("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8)
    #expect(try Base64URL.encode(key.sign(input)) == signature)
    #expect(key.publicKey.isValid(try #require(Base64URL.decode(signature)), for: input))
    #expect(key.publicKey.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
  }

  @Test("ES384 and PS256 take tokens that OpenSSL has signed")
  func foreign() throws {
    let es384 =
      "eyJhbGciOiJFUzM4NCJ9.eyJzdWIiOiJhbGljZSJ9.7c5TrTmYckO__F4Qnkab_ql_ezykK_g40aXqvBN210jXzU_i3Lgxs-hk0pT5I7VMwSgwieSkcYKA5BeIAVfnK1Cr6UPynA2qBLnC7Cc6kipfYMQY1o4-nEjhSccK4iXF"
    let ps256 =
      "eyJhbGciOiJQUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.TqMZAGAxN-C80d5YbKVavuQoEgYISbKJ-cPbqM5Wb81_YcVIrApk3TiJx5Fo8t5S3cTqkx9AZVwdpofWiUML06bMBpi4rNmjgPbfUaatCsuJFjErX9Py2x2wvg4IoE9aFdnqYapKcT_o-0BCf4PibSiXQLA8HzQX4SfLwvRWitPMv188eT70FPXI_pjXyr--jvo7lWsM12ZcFj8Op1iHlq4Gu4c1GOl4cnu52LTXn5oHocsMwIdBI4HQIY-Ng3rXIimm62e--PlELyWRcKVbOaF6fzmHefF0dL64kkMPSXAcBBrwpboabUjZxZQmgOVpc5feMpsYByYaFl60SI1zxA"
    let p384 = try SigningKey(pem: PEMFixture.p384).publicKey
    try JWS.verify(JWS.parse(es384), keys: [p384])
    let rsa = try TestKeys.client().publicKey
    // A key that names an algorithm is for that one alone.
    let open = try VerifyingKey(jwk: rsa.publicJWK(alg: false))
    #expect(open.algorithms == [.rs256, .ps256])
    try JWS.verify(JWS.parse(ps256), keys: [open])
    let named = try VerifyingKey(jwk: rsa.publicJWK())
    #expect(named.algorithms == [.rs256])
    #expect(throws: JWSError.self) { try JWS.verify(JWS.parse(ps256), keys: [named]) }
  }

  @Test("each algorithm makes tokens that its key takes by that algorithm alone")
  func roundTrip() throws {
    for key in try keys() {
      for algorithm in key.algorithm.keyType.algorithms {
        let signing = try key.signing(with: algorithm)
        let text = try JWS.compact(
          header: JWS.header(for: signing), payload: ["sub": "alice"], key: signing)
        let token = try JWS.parse(text)
        #expect(token.algorithm == algorithm.rawValue)
        let known = try VerifyingKey(jwk: key.publicJWK(alg: false))
        try JWS.verify(token, keys: [known])
        for other in SignatureAlgorithm.allCases where other != algorithm {
          var lie = token
          lie.algorithm = other.rawValue
          // EdDSA and Ed25519 are two names of one algorithm.
          guard other.keyType != .ed25519 || algorithm.keyType != .ed25519 else { continue }
          #expect(throws: JWSError.self, "\(algorithm) as \(other)") {
            try JWS.verify(lie, keys: [known])
          }
        }
      }
    }
  }

  @Test("a key comes back from its JWK and from its PEM")
  func forms() throws {
    for text in [PEMFixture.p384, PEMFixture.ed25519] {
      let key = try SigningKey(pem: text)
      #expect(try VerifyingKey(jwk: key.publicJWK()).thumbprint == key.publicKey.thumbprint)
      #expect(key.publicKey.pem.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
      #expect(try key.publicKey.isValid(key.sign([1, 2]), for: [1, 2]))
    }
    #expect(try SigningKey(pem: PEMFixture.p384).algorithm == .es384)
    #expect(try SigningKey(pem: PEMFixture.ed25519).algorithm == .edDSA)
    #expect(
      try SigningKey(jwk: Self.ed25519).publicJWK().objectValue?.names.suffix(2) == ["crv", "x"])
  }

  @Test("a key does not sign with an algorithm of another type")
  func otherType() throws {
    for key in try keys() {
      for algorithm in SignatureAlgorithm.allCases where algorithm.keyType != key.algorithm.keyType
      {
        #expect(throws: KeyError.self) { try key.signing(with: algorithm) }
      }
    }
  }

  @Test("a server's key has a name of its own for a second algorithm")
  func names() throws {
    let chest = try KeyChest(rsa: TestKeys.rsa(seed: 0), curves: Array(keys().dropFirst()))
    let names = try SignatureAlgorithm.allCases.map { try chest.key(for: $0).kid }
    #expect(Set(names).count == SignatureAlgorithm.allCases.count)
    #expect(try chest.key(for: .ps256).kid == chest.key(for: .rs256).kid + "-PS256")
    #expect(try chest.keys().map(\.algorithm) == [.rs256, .es256, .es384, .edDSA])
    #expect(chest.readyKey(for: .edDSA)?.algorithm == .edDSA)
    #expect(throws: KeyError.self) {
      try KeyChest(rsa: TestKeys.rsa(seed: 0), curves: []).key(for: .es384)
    }
  }
}
