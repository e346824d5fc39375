import Crypto
import CryptoExtras

/// A key of the provider's that signs (RFC 7517).
struct Key: Sendable {
  enum Material: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case curve(P256.Signing.PublicKey)
  }

  let material: Material
  let id: String?
  let algorithm: String?

  /// `nil` for a key that signs nothing, or that is not of a kind known here.
  init?(_ jwk: Value) {
    guard jwk["use"].map({ $0.text == "sig" }) ?? true else { return nil }
    if let uses = jwk["key_ops"]?.texts, !uses.contains("verify") { return nil }
    func bytes(_ name: String) -> [UInt8]? { jwk[name]?.text.flatMap { Base64.read($0) } }
    id = jwk["kid"]?.text
    algorithm = jwk["alg"]?.text
    switch jwk["kty"]?.text {
    case "RSA":
      guard let modulus = bytes("n"), let exponent = bytes("e"),
        let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
      else { return nil }
      material = .rsa(key)
    case "EC":
      guard jwk["crv"]?.text == "P-256", let x = bytes("x"), let y = bytes("y"), x.count == 32,
        let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
      else { return nil }
      material = .curve(key)
    default: return nil
    }
  }

  /// Whether it can have made such a signature.
  func fits(_ algorithm: String) -> Bool {
    guard self.algorithm.map({ $0 == algorithm }) ?? true else { return false }
    return switch material {
    case .rsa: algorithm == "RS256"
    case .curve: algorithm == "ES256"
    }
  }
}
