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
  func key(_ algorithm: String, recorded kid: String?) -> TokenKey? {
    SignatureAlgorithm(rawValue: algorithm)
      .flatMap { key($0, number: rotation.signing, recorded: kid) }.map { TokenKey($0) }
  }

  /// The keys of an algorithm that are published, the oldest first.
  func published(_ algorithm: String, recorded kid: String?) -> [SigningKey] {
    guard let algorithm = SignatureAlgorithm(rawValue: algorithm) else { return [] }
    return rotation.published.compactMap { key(algorithm, number: $0, recorded: kid) }
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
  func verifies(_ token: JWS.Parsed) -> Bool {
    guard let algorithm = SignatureAlgorithm(rawValue: token.algorithm),
      let key = source(algorithm)
    else { return false }
    if key.publicKey.isValid(token.signature, for: token.signingInput) { return true }
    // Under the name of the key that signs, another one's signature is a forged one.
    return following.madeKeys(algorithm).contains {
      $0.kid == token.kid && $0.publicKey.isValid(token.signature, for: token.signingInput)
    }
  }
}
