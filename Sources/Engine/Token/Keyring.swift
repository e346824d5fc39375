import Basics
import JOSE
import ProviderModel

/// The server's signing keys, as the engine sees them: an algorithm's name leads to a key.
package struct Keyring: Sendable {
  /// May wait for a key that is still being made.
  private let source: @Sendable (SignatureAlgorithm) -> SigningKey?
  /// Whether keys go by the names that recordings of a provider show.
  private let usesRecordedNames: Bool
  /// The keys of later rotations; also what rules sign with where it is not to be the right key.
  private let following: NextKeys
  private var rotation = KeyRotation()

  /// Keeps keys beyond the life of a process.
  package struct Keeping: Sendable {
    /// The key of a name; if there is none yet, the one that the function makes.
    package let key: @Sendable (String, () -> SigningKey?) -> SigningKey?

    package init(key: @escaping @Sendable (String, () -> SigningKey?) -> SigningKey?) {
      self.key = key
    }
  }

  /// - Parameters:
  ///   - isRepeatable: whether the same keys come next in every run: then they are known to everybody.
  ///   - keeping: keeps the keys of later rotations.
  package init(
    usesRecordedNames: Bool = false, isRepeatable: Bool? = nil, keeping: Keeping? = nil,
    source: @escaping @Sendable (SignatureAlgorithm) -> SigningKey? = { _ in nil }
  ) {
    self.usesRecordedNames = usesRecordedNames
    self.source = source
    following = NextKeys(
      isRepeatable: isRepeatable ?? usesRecordedNames, keeping: keeping, after: source)
  }

  /// The same keys at another point of a rotation.
  func rotated(by rotation: KeyRotation) -> Keyring {
    var keyring = self
    keyring.rotation = rotation
    return keyring
  }

  /// The key that signs.
  /// - Parameter place: 0 is the key of the algorithm; the others are those of single kinds of tokens.
  func key(_ algorithm: String, recorded kid: String?, place: Int = 0) -> TokenKey? {
    SignatureAlgorithm(rawValue: algorithm)
      .flatMap { key($0, number: Self.number(rotation.signing, place), recorded: kid) }
      .map { TokenKey($0) }
  }

  /// The keys that sign by a rule, that of the algorithm first.
  func signing(_ rule: SigningRule) -> [SigningKey] {
    (0...rule.separate.count).compactMap {
      key(rule.algorithm, recorded: rule.kid, place: $0)?.pair
    }
  }

  /// The keys of an algorithm that are published: those of the algorithm itself first, and of each the oldest first.
  func published(_ rule: SigningRule) -> [SigningKey] {
    guard let algorithm = SignatureAlgorithm(rawValue: rule.algorithm) else { return [] }
    return (0...rule.separate.count).flatMap { place in
      rotation.published.compactMap {
        key(algorithm, number: Self.number($0, place), recorded: rule.kid)
      }
    }
  }

  private static func number(_ rotation: Int, _ place: Int) -> Int {
    rotation + place * NextKeys.stride
  }

  private func key(
    _ algorithm: SignatureAlgorithm, number: Int, recorded kid: String?
  ) -> SigningKey? {
    guard number == 0 else { return following.key(algorithm, number: number) }
    guard let key = source(algorithm) else { return nil }
    guard usesRecordedNames, let kid else { return key }
    return (try? key.named(kid)) ?? key
  }

  /// The key that comes after the one that signs, under its own name.
  func next(_ algorithm: SignatureAlgorithm) -> SigningKey? {
    following.key(algorithm, number: rotation.signing + 1)
  }

  /// Whether a token bears a signature of ours, also one of an earlier or later key.
  /// - Parameter separate: the number of kinds of tokens that have a key of their own.
  func verifies(_ token: JWS.Parsed, separate: Int = 0) -> Bool {
    guard let algorithm = SignatureAlgorithm(rawValue: token.algorithm),
      let key = source(algorithm)
    else { return false }
    if key.publicKey.isValid(token.signature, for: token.signingInput) { return true }
    // After a start, nothing may have asked for these keys.
    for place in 0..<separate { _ = following.key(algorithm, number: Self.number(0, place + 1)) }
    // Under the name of the key that signs, another one's signature is a forged one.
    return following.madeKeys(algorithm).contains {
      $0.kid == token.kid && $0.publicKey.isValid(token.signature, for: token.signingInput)
    }
  }
}
