import Basics
internal import Crypto
internal import CryptoExtras

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A private key that signs with one algorithm.
package struct SigningKey: Sendable {
  enum Material {
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)

    var publicHalf: VerifyingKey.Material {
      switch self {
      case .rsa(let key): .rsa(key.publicKey)
      case .p256(let key): .p256(key.publicKey)
      case .p384(let key): .p384(key.publicKey)
      case .ed25519(let key): .ed25519(key.publicKey)
      }
    }
  }

  let material: Material
  /// The public half, under the same name.
  package private(set) var publicKey: VerifyingKey
  /// The key's name: what `kid` says in a token's header (RFC 7515 §4.1.4) and in the key's JWK.
  package private(set) var kid: String

  /// - Parameters:
  ///   - kid: nil for the thumbprint.
  ///   - algorithm: what it signs with; nil for the first algorithm of its type.
  init(
    _ material: Material, kid: String?, for algorithm: SignatureAlgorithm? = nil
  ) throws(KeyError) {
    self.material = material
    publicKey = try VerifyingKey(
      material.publicHalf, kid: kid.map { .given($0) } ?? .thumbprint, for: algorithm)
    self.kid = kid ?? publicKey.thumbprint
  }

  /// The same key, for another algorithm of its type.
  /// - Throws: where its type has not that algorithm.
  package func signing(
    with algorithm: SignatureAlgorithm, kid: String? = nil
  ) throws(KeyError) -> SigningKey {
    guard algorithm.keyType == self.algorithm.keyType else {
      throw KeyError(
        "expected \(algorithm.keyType.title) for \(algorithm.rawValue), found \(self.algorithm.keyType.title)"
      )
    }
    return try SigningKey(material, kid: kid ?? self.kid, for: algorithm)
  }

  package var algorithm: SignatureAlgorithm { publicKey.algorithm }

  /// The public half as JWK: see `VerifyingKey.publicJWK`.
  package func publicJWK(use: String? = "sig", alg: Bool = true) -> JSONValue {
    publicKey.publicJWK(use: use, alg: alg)
  }

  /// The private key as text, which `init(written:)` reads: PEM, and JWK for Ed25519.
  package var written: String {
    switch material {
    case .rsa(let key): key.pemRepresentation
    case .p256(let key): key.pemRepresentation
    case .p384(let key): key.pemRepresentation
    case .ed25519(let key):
      JSONValue(
        .object([
          "kty": "OKP", "crv": "Ed25519",
          "x": JSONValue(.string(Base64URL.encode(Array(key.publicKey.rawRepresentation)))),
          "d": JSONValue(.string(Base64URL.encode(Array(key.rawRepresentation)))),
        ])
      ).text()
    }
  }

  /// Reads a private key: PEM or JWK.
  package init(written text: String) throws(KeyError) {
    guard text.drop(while: \.isWhitespace).hasPrefix("{") else {
      self = try SigningKey(pem: text)
      return
    }
    guard let jwk = try? JSONReader().read(Array(text.utf8), file: "key").root else {
      throw KeyError("expected a JWK, found no JSON")
    }
    self = try SigningKey(jwk: jwk)
  }

  /// The same key under another name.
  package func named(_ kid: String) throws(KeyError) -> SigningKey {
    var key = self
    key.publicKey = publicKey.named(kid)
    key.kid = kid
    return key
  }

  /// The signature over these very bytes, in the form that JWS has it (RFC 7518 §3.3, §3.4).
  ///
  /// Takes about 0.6 ms of CPU for RSA-2048, 0.02 ms for P-256.
  package func sign(_ bytes: [UInt8]) throws(KeyError) -> [UInt8] {
    Array(try signature(of: bytes[...]))
  }

  func signature(of bytes: ArraySlice<UInt8>) throws(KeyError) -> Data {
    do {
      return switch material {
      case .rsa(let key):
        try key.signature(
          for: SHA256.hash(data: bytes), padding: algorithm == .ps256 ? .PSS : .insecurePKCS1v1_5
        ).rawRepresentation
      case .p256(let key): try key.signature(for: SHA256.hash(data: bytes)).rawRepresentation
      case .p384(let key): try key.signature(for: SHA384.hash(data: bytes)).rawRepresentation
      case .ed25519(let key): try key.signature(for: bytes)
      }
    } catch {
      throw KeyError("expected a signature by key \(kid), found that the library makes none")
    }
  }
}

extension SigningKey {
  /// A new RSA key, of the system's own randomness: the library takes no other. Takes 40 to 170 ms for
  /// 2048 bits.
  /// - Parameters:
  ///   - bits: 2048 to 4096, in steps of 8.
  ///   - kid: nil for the thumbprint.
  package static func generateRSA(bits: Int = 2048, kid: String? = nil) throws(KeyError)
    -> SigningKey
  {
    guard (2048...4096).contains(bits), bits.isMultiple(of: 8) else {
      throw KeyError("expected 2048 to 4096 bits for an RSA key, a multiple of 8, found \(bits)")
    }
    guard let key = try? _RSA.Signing.PrivateKey(keySize: .init(bitCount: bits)) else {
      throw KeyError("expected a new RSA key of \(bits) bits, found that the library makes none")
    }
    return try SigningKey(.rsa(key), kid: kid)
  }

  /// A new P-256 key: see `generate`.
  package static func generateP256(
    using generator: inout some RandomNumberGenerator, kid: String? = nil
  ) throws(KeyError) -> SigningKey {
    try generate(.p256, using: &generator, kid: kid)
  }

  /// A new key on each curve: see `generate`.
  package static func onCurves(
    using generator: inout some RandomNumberGenerator
  ) throws(KeyError) -> [SigningKey] {
    var keys: [SigningKey] = []
    for type in KeyType.allCases where type != .rsa {
      keys.append(try generate(type, using: &generator))
    }
    return keys
  }

  /// A new key on a curve. Generators in the same state make the same key, on every machine, and each key
  /// takes four numbers from them.
  /// - Parameters:
  ///   - type: not RSA.
  ///   - generator: the system's own, unless the key is to be foretold.
  ///   - kid: nil for the thumbprint.
  package static func generate(
    _ type: KeyType, using generator: inout some RandomNumberGenerator, kid: String? = nil
  ) throws(KeyError) -> SigningKey {
    var drawn: [UInt8] = []
    for _ in 0..<4 {
      let number = generator.next()
      for shift in stride(from: 56, through: 0, by: -8) {
        drawn.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
    // Of 2^32 numbers one is not below the curve's order. Digests of the same draw are tried in turn,
    // not new draws: a generator that always says 0, as in tests, must not keep this going for ever.
    for attempt in UInt8.min...UInt8.max {
      if let material = Material(type, drawn + [attempt]) {
        return try SigningKey(material, kid: kid)
      }
    }
    throw KeyError("expected \(type.title), found that the library makes none")
  }
}

extension SigningKey.Material {
  /// The key on a curve whose number is the digest of some bytes; nil for RSA, and if the digest is out of range.
  fileprivate init?(_ type: KeyType, _ bytes: [UInt8]) {
    switch type {
    case .rsa: return nil
    case .p256:
      guard let key = try? P256.Signing.PrivateKey(rawRepresentation: Digest.sha256(bytes)) else {
        return nil
      }
      self = .p256(key)
    case .p384:
      guard let key = try? P384.Signing.PrivateKey(rawRepresentation: Digest.sha384(bytes)) else {
        return nil
      }
      self = .p384(key)
    case .ed25519:
      guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: Digest.sha256(bytes))
      else { return nil }
      self = .ed25519(key)
    }
  }
}

/// What a key is called.
enum KeyName {
  case thumbprint
  case given(String?)
}
