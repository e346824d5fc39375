import Basics
import JOSE

/// The keys that come after those that sign: what a key rotation shows, and what forges signatures that are good ones of
/// somebody else.
///
/// Making one of RSA takes up to 170 ms, so each is made when a rule first needs it, outside of any lock but its own.
final class NextKeys: Sendable {
  private let keys: [KeyType: Lazily<SigningKey?>]

  init(
    isRepeatable: Bool, after source: @escaping @Sendable (SignatureAlgorithm) -> SigningKey?
  ) {
    var keys: [KeyType: Lazily<SigningKey?>] = [
      .rsa: Lazily {
        guard isRepeatable else { return try? SigningKey.generateRSA() }
        let current = source(.rs256)?.publicKey.thumbprint
        return (0..<UInt64(TestKeys.rsaPEMs.count)).lazy
          .compactMap { try? TestKeys.rsa(seed: $0) }
          .first { $0.publicKey.thumbprint != current }
      }
    ]
    for type in KeyType.allCases where type != .rsa {
      keys[type] = Lazily {
        var system = SystemRandomNumberGenerator()
        guard isRepeatable else { return try? SigningKey.generate(type, using: &system) }
        let current = type.algorithms.first.flatMap(source)?.publicKey.thumbprint
        var fixed = FixedNumbers()
        return (0..<2).lazy.compactMap { _ in try? SigningKey.generate(type, using: &fixed) }
          .first { $0.publicKey.thumbprint != current }
      }
    }
    self.keys = keys
  }

  func key(_ algorithm: SignatureAlgorithm) -> SigningKey? {
    (keys[algorithm.keyType]?.value).flatMap { try? KeyChest.key($0, for: algorithm) }
  }

  /// The key, if anything has been signed by it.
  func madeKey(_ algorithm: SignatureAlgorithm) -> SigningKey? {
    keys[algorithm.keyType]?.isMade == true ? key(algorithm) : nil
  }

  /// The same in every run.
  private struct FixedNumbers: RandomNumberGenerator {
    private var last: UInt64 = 0
    mutating func next() -> UInt64 {
      last &+= 0x9E37_79B9_7F4A_7C15
      return last
    }
  }
}
