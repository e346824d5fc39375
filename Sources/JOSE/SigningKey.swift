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

    var publicHalf: VerifyingKey.Material {
      switch self {
      case .rsa(let key): .rsa(key.publicKey)
      case .p256(let key): .p256(key.publicKey)
      }
    }
  }

  private let material: Material
  /// The public half, under the same name.
  package private(set) var publicKey: VerifyingKey
  /// The key's name: what `kid` says in a token's header (RFC 7515 §4.1.4) and in the key's JWK.
  package private(set) var kid: String

  /// - Parameter kid: nil for the thumbprint.
  init(_ material: Material, kid: String?) throws(KeyError) {
    self.material = material
    publicKey = try VerifyingKey(material.publicHalf, kid: kid.map { .given($0) } ?? .thumbprint)
    self.kid = kid ?? publicKey.thumbprint
  }

  package var algorithm: SignatureAlgorithm { publicKey.algorithm }

  /// The public half as JWK: see `VerifyingKey.publicJWK`.
  package func publicJWK(use: String? = "sig", alg: Bool = true) -> JSONValue {
    publicKey.publicJWK(use: use, alg: alg)
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
    Array(try signature(of: SHA256.hash(data: bytes)))
  }

  /// The signature over what has this digest.
  func signature(of digest: SHA256.Digest) throws(KeyError) -> Data {
    do {
      return switch material {
      case .rsa(let key):
        try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
      case .p256(let key):
        try key.signature(for: digest).rawRepresentation
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

  /// A new P-256 key. Generators in the same state make the same key, on every machine, and each key
  /// takes four numbers from them.
  /// - Parameters:
  ///   - generator: the system's own, unless the key is to be foretold.
  ///   - kid: nil for the thumbprint.
  package static func generateP256(
    using generator: inout some RandomNumberGenerator, kid: String? = nil
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
      let number = Digest.sha256(drawn + [attempt])
      if let key = try? P256.Signing.PrivateKey(rawRepresentation: number) {
        return try SigningKey(.p256(key), kid: kid)
      }
    }
    throw KeyError("expected a new P-256 key, found that the library makes none")
  }
}

/// What a key is called.
enum KeyName {
  case thumbprint
  case given(String?)
}
