import JOSE
import ProviderModel

extension KeyChest {
  /// Keys that are there at once: the RSA key is a published one, which protects nothing.
  /// - Parameter seed: the same for the same keys; nil for new ones on the curves.
  package static func published(seed: UInt64?) throws(KeyError) -> KeyChest {
    var random = Entropy(seed: seed)
    return try KeyChest(
      rsa: TestKeys.rsa(seed: seed ?? 0), curves: SigningKey.onCurves(using: &random))
  }
}
