import Basics

/// How a JWS is signed (RFC 7518 §3.1), under the name that stands in `alg`.
///
/// A key has exactly one of these, and nothing that a token says about itself can change it: that is
/// what keeps an RSA public key from being taken for an HMAC secret (RFC 8725 §3.1).
/// `none` is no algorithm here.
package enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 §3.3). The same input gives the same signature.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256 (RFC 7518 §3.4): 64 bytes, r then s. Each signature differs.
  case es256 = "ES256"

  /// The digest that belongs to the algorithm.
  package func digest(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .rs256, .es256: Digest.sha256(bytes)
    }
  }

  /// The left half of the digest of a text, as base64url: what `at_hash` and `c_hash` hold
  /// (OpenID Connect Core 1.0 §3.1.3.6, §3.3.2.11).
  package func halfHash(of text: String) -> String {
    let digest = digest(Array(text.utf8))
    return Base64URL.encode(Array(digest.prefix(digest.count / 2)))
  }
}
