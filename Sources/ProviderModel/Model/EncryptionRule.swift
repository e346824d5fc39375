import JOSE

/// The rules for encrypted ID tokens and responses (RFC 7516, OpenID Connect Core §10.2).
package struct EncryptionRule: Sendable {
  /// How content keys are encrypted.
  package fileprivate(set) var keyAlgorithms = JWE.KeyAlgorithm.allCases
  /// How content is encrypted.
  package fileprivate(set) var contentAlgorithms = JWE.ContentAlgorithm.allCases

  init() {}
}

extension EncryptionRule: ProviderPart {
  static let declaration: Declaration = .init(
    "encryption",
    "ID tokens, responses of userinfo and authorization responses that are encrypted for clients that are registered so (RFC 7516). The keys are those of the client's `jwks` or `jwks_uri`.",
    [
      .choices(
        "algorithms", \.keyAlgorithms,
        "The values of `alg` that a client may register. Without it: all that the server knows.",
        example: "[\"RSA-OAEP-256\", \"ECDH-ES\"]"),
      .choices(
        "content", \.contentAlgorithms,
        "The values of `enc` that a client may register. Without it: all that the server knows.",
        example: "[\"A256GCM\"]"),
    ])
}
