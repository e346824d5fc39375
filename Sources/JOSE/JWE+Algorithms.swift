extension JWE {
  /// How the content key reaches the recipient, under the name in `alg` (RFC 7518 §4.1).
  package enum KeyAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSAES OAEP with SHA-1 (RFC 7518 §4.3).
    case rsaOAEP = "RSA-OAEP"
    /// RSAES OAEP with SHA-256 (RFC 7518 §4.3).
    case rsaOAEP256 = "RSA-OAEP-256"
    /// Both sides agree on the content key itself (RFC 7518 §4.6).
    case ecdhES = "ECDH-ES"
    /// Both sides agree on a key that wraps the content key (RFC 7518 §4.6).
    case ecdhESA128KW = "ECDH-ES+A128KW"
    case ecdhESA256KW = "ECDH-ES+A256KW"

    /// The types of keys that it needs.
    package var keyTypes: [KeyType] {
      switch self {
      case .rsaOAEP, .rsaOAEP256: [.rsa]
      case .ecdhES, .ecdhESA128KW, .ecdhESA256KW: [.p256, .p384]
      }
    }

    /// The bytes of the key that wraps the content key; `nil` if none does.
    var wrappingBytes: Int? {
      switch self {
      case .rsaOAEP, .rsaOAEP256, .ecdhES: nil
      case .ecdhESA128KW: 16
      case .ecdhESA256KW: 32
      }
    }
  }

  /// How the content is encrypted, under the name in `enc` (RFC 7518 §5.1).
  package enum ContentAlgorithm: String, Sendable, Hashable, CaseIterable {
    case a128CBC = "A128CBC-HS256"
    case a256CBC = "A256CBC-HS512"
    case a128GCM = "A128GCM"
    case a256GCM = "A256GCM"

    /// The algorithm of a client that names none (OpenID Connect Registration §2).
    package static let usual = Self.a128CBC

    /// The bytes of the content key.
    var keyBytes: Int {
      switch self {
      case .a128GCM: 16
      case .a128CBC, .a256GCM: 32
      case .a256CBC: 64
      }
    }
  }
}
