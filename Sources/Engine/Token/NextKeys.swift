import Basics
import JOSE

/// The keys that come after the first ones: what a key rotation shows, and what forges signatures that are good ones of
/// somebody else.
///
/// Making one of RSA takes up to 170 ms, so each is made when it is first needed, outside of any lock but its own.
final class NextKeys: Sendable {
  private struct Place: Hashable {
    let type: KeyType
    /// Counted from 1.
    let number: Int
  }

  /// The distance between the first keys of two places: no rotation goes so far.
  static let stride = 1000

  private let keys = Lock<[Place: Lazily<SigningKey?>]>([:])
  private let isRepeatable: Bool
  private let source: @Sendable (SignatureAlgorithm) -> SigningKey?
  private let keeping: Keyring.Keeping?

  /// - Parameter keeping: keeps the keys that can't be made again; `nil` if they last as long as the process.
  init(
    isRepeatable: Bool, keeping: Keyring.Keeping? = nil,
    after source: @escaping @Sendable (SignatureAlgorithm) -> SigningKey?
  ) {
    self.isRepeatable = isRepeatable
    self.keeping = keeping
    self.source = source
  }

  /// - Parameter number: 1 for the key after the first one; a multiple of `stride` for the first one of another place.
  func key(_ algorithm: SignatureAlgorithm, number: Int) -> SigningKey? {
    let place = Place(type: algorithm.keyType, number: number)
    let key = keys.withLock { keys in
      if let known = keys[place] { return known }
      let new = Lazily { [isRepeatable, keeping, source] in
        let make = { Self.make(place, isRepeatable, after: source) }
        guard !isRepeatable, let keeping else { return make() }
        return keeping.key("\(place.type)-\(place.number)", make)
      }
      keys[place] = new
      return new
    }
    return key.value.flatMap { try? KeyChest.key($0, for: algorithm) }
  }

  /// The keys by which something may have been signed.
  func madeKeys(_ algorithm: SignatureAlgorithm) -> [SigningKey] {
    keys.withLock { $0 }
      .filter { $0.key.type == algorithm.keyType && $0.value.isMade }
      .compactMap { $0.value.value.flatMap { try? KeyChest.key($0, for: algorithm) } }
  }

  private static func make(
    _ place: Place, _ isRepeatable: Bool, after source: (SignatureAlgorithm) -> SigningKey?
  ) -> SigningKey? {
    let current = place.type.algorithms.first.flatMap(source)?.publicKey.thumbprint
    func others(_ keys: some Sequence<SigningKey>) -> SigningKey? {
      keys.lazy.filter { $0.publicKey.thumbprint != current }.dropFirst(place.number - 1).first {
        _ in true
      }
    }
    guard place.type == .rsa else {
      var system = SystemRandomNumberGenerator()
      guard isRepeatable else { return try? SigningKey.generate(place.type, using: &system) }
      var fixed = FixedNumbers()
      return others(
        (0...place.number).compactMap { _ in try? SigningKey.generate(place.type, using: &fixed) })
    }
    guard isRepeatable else { return try? SigningKey.generateRSA() }
    // No RSA key can be made of a seed: when the known ones are used up, new ones follow.
    if place.number == stride {
      return (try? TestKeys.separate()) ?? (try? SigningKey.generateRSA())
    }
    let known = (0..<UInt64(TestKeys.rsaPEMs.count)).compactMap { try? TestKeys.rsa(seed: $0) }
    return others(known) ?? (try? SigningKey.generateRSA())
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
