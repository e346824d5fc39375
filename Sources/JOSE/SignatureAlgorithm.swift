import Basics

/// How a JWS is signed, under the name that stands in `alg` (RFC 7518 §3.1).
///
/// A key has the algorithms of its type, and nothing that a token says about itself can change them: that is
/// what keeps an RSA public key from being taken for an HMAC secret (RFC 8725 §3.1).
/// `none` is no algorithm here.
package enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 §3.3). The same input gives the same signature.
  case rs256 = "RS256"
  /// RSASSA-PSS with SHA-256 (RFC 7518 §3.5). Each signature differs.
  case ps256 = "PS256"
  /// ECDSA on P-256 with SHA-256 (RFC 7518 §3.4): 64 bytes, r then s. Each signature differs.
  case es256 = "ES256"
  /// ECDSA on P-384 with SHA-384 (RFC 7518 §3.4): 96 bytes, r then s. Each signature differs.
  case es384 = "ES384"
  /// Ed25519 by its older name (RFC 8037 §3.1).
  case edDSA = "EdDSA"
  /// Ed25519 (RFC 9864 §2.2).
  case ed25519 = "Ed25519"

  /// The keys that sign with it.
  package var keyType: KeyType {
    switch self {
    case .rs256, .ps256: .rsa
    case .es256: .p256
    case .es384: .p384
    case .edDSA, .ed25519: .ed25519
    }
  }

  /// The digest that belongs to the algorithm.
  package func digest(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .rs256, .ps256, .es256: Digest.sha256(bytes)
    case .es384: Digest.sha384(bytes)
    // The one that Ed25519 has inside (RFC 8032 §5.1).
    case .edDSA, .ed25519: Digest.sha512(bytes)
    }
  }

  /// The left half of the digest of a text, as base64url: what `at_hash` and `c_hash` hold
  /// (OpenID Connect Core 1.0 §3.1.3.6, §3.3.2.11).
  package func halfHash(of text: String) -> String {
    let digest = digest(Array(text.utf8))
    return Base64URL.encode(Array(digest.prefix(digest.count / 2)))
  }
}
