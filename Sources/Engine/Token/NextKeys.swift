import Basics
import JOSE

/// The keys that come after those that sign: what a key rotation shows, and what forges signatures that are good ones of
/// somebody else.
///
/// Making one of RSA takes up to 170 ms, so each is made when a rule first needs it, outside of any lock but its own.
final class NextKeys: Sendable {
  private let rsa: Lazily<SigningKey?>
  private let p256: Lazily<SigningKey?>

  init(
    isRepeatable: Bool, after source: @escaping @Sendable (SignatureAlgorithm) -> SigningKey?
  ) {
    rsa = Lazily {
      guard isRepeatable else { return try? SigningKey.generateRSA() }
      let current = source(.rs256)?.publicKey.thumbprint
      return (0..<UInt64(TestKeys.rsaPEMs.count)).lazy
        .compactMap { try? TestKeys.rsa(seed: $0) }
        .first { $0.publicKey.thumbprint != current }
    }
    p256 = Lazily {
      var system = SystemRandomNumberGenerator()
      guard isRepeatable else { return try? SigningKey.generateP256(using: &system) }
      let current = source(.es256)?.publicKey.thumbprint
      var fixed = FixedNumbers()
      return (0..<2).lazy.compactMap { _ in try? SigningKey.generateP256(using: &fixed) }
        .first { $0.publicKey.thumbprint != current }
    }
  }

  func key(_ algorithm: SignatureAlgorithm) -> SigningKey? { made(algorithm).value }

  /// The key, if anything has been signed by it.
  func madeKey(_ algorithm: SignatureAlgorithm) -> SigningKey? {
    let made = made(algorithm)
    return made.isMade ? made.value : nil
  }

  private func made(_ algorithm: SignatureAlgorithm) -> Lazily<SigningKey?> {
    switch algorithm {
    case .rs256: rsa
    case .es256: p256
    }
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
