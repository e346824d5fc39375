internal import Crypto
internal import CryptoExtras

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
