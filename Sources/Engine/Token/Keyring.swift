import Basics
import JOSE
import ProviderModel

/// The server's signing keys, as the engine sees them: an algorithm's name leads to a key.
package struct Keyring: Sendable {
  /// May wait for a key that is still being made.
  private let source: @Sendable (SignatureAlgorithm) -> SigningKey?
  /// Whether keys go by the names that recordings of a provider show.
  private let usesRecordedNames: Bool
  /// What rules sign with where it is not to be those: made when one does.
  private let following: NextKeys

  /// - Parameter isRepeatable: whether the same keys come next in every run: then they are known to everybody.
  package init(
    usesRecordedNames: Bool = false, isRepeatable: Bool? = nil,
    source: @escaping @Sendable (SignatureAlgorithm) -> SigningKey? = { _ in nil }
  ) {
    self.usesRecordedNames = usesRecordedNames
    self.source = source
    following = NextKeys(isRepeatable: isRepeatable ?? usesRecordedNames, after: source)
  }

  func key(_ algorithm: String, recorded kid: String?) -> TokenKey? {
    guard let algorithm = SignatureAlgorithm(rawValue: algorithm), let key = source(algorithm)
    else { return nil }
    guard usesRecordedNames, let kid, let named = try? key.named(kid) else {
      return TokenKey(key)
    }
    return TokenKey(named)
  }

  /// The key that would come next for an algorithm, under its own name.
  func next(_ algorithm: SignatureAlgorithm) -> SigningKey? { following.key(algorithm) }

  /// Whether a token bears a signature of ours.
  func verifies(_ token: JWS.Parsed) -> Bool {
    guard let algorithm = SignatureAlgorithm(rawValue: token.algorithm),
      let key = source(algorithm)
    else { return false }
    if key.publicKey.isValid(token.signature, for: token.signingInput) { return true }
    // Under the name of the key that signs, another one's signature is a forged one.
    guard let next = following.madeKey(algorithm), next.kid == token.kid else { return false }
    return next.publicKey.isValid(token.signature, for: token.signingInput)
  }
}
