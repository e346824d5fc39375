import Basics
import JOSE
import ProviderModel

/// The keys that a document publishes, as JWKs.
struct PublishedKeys: Sendable {
  let keys: Keyring
  let signing: [SigningRule]
  /// What the document shows in place of the keys that sign.
  let parts: [Rule.Keys]

  func jwks() -> [JSONValue] {
    let current = signing.flatMap(keys.signing)
    let published = signing.flatMap(keys.published)
    return parts.flatMap { part in
      (part == .current ? published : current).compactMap { key in
        switch part {
        case .current: key.publicJWK()
        case .next: keys.next(key.algorithm)?.publicJWK()
        case .twin:
          SignatureAlgorithm.allCases.first { $0.keyType != key.algorithm.keyType }
            .flatMap { try? keys.next($0)?.named(key.kid).publicJWK() }
        case .encryption:
          try? keys.next(key.algorithm)?.named(key.kid).publicJWK(use: "enc", alg: false)
        case .nameless: key.algorithm == current.first?.algorithm ? Self.nameless(key) : nil
        case .unknown: Self.unknown(beside: key.algorithm)
        case .short:
          key.algorithm == current.first?.algorithm ? try? TestKeys.short().publicJWK() : nil
        }
      }
    }
  }

  /// The member of a key that rests on its certificate.
  func certified(_ kid: String, _ name: String) -> JSONValue? {
    let names = ["x5c", "x5t", "x5t#S256", "pem", "spki"]
    guard names.contains(name) else { return nil }
    let known = signing.flatMap(keys.published)
    let key =
      known.first { $0.kid == kid }
      ?? known.lazy.compactMap { keys.next($0.algorithm) }
      .first { $0.kid == kid }
    return key.flatMap { SelfSignedCertificate(of: $0) }?.member(name)
  }

  /// A key that a client can't read: of another kind, or on a curve that doesn't exist. One of each is enough.
  private static func unknown(beside algorithm: SignatureAlgorithm) -> JSONValue? {
    switch algorithm {
    case .rs256:
      ["kty": "XYZ", "use": "sig", "alg": "XYZ1", "kid": "of-no-known-kind", "xyz": "AAAA"]
    case .es256:
      [
        "kty": "EC", "use": "sig", "crv": "P-1024", "kid": "on-no-known-curve", "x": "AAAA",
        "y": "AAAA",
      ]
    case .ps256, .es384, .edDSA, .ed25519: nil
    }
  }

  private static func nameless(_ key: SigningKey) -> JSONValue {
    var members = key.publicJWK().objectValue ?? JSONObject()
    members["kid"] = nil
    return JSONValue(.object(members))
  }
}
