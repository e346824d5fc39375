import JOSE

/// The rules for client authentication by a JWT (RFC 7523 §2.2, OpenID Connect Core §9).
package struct AssertionRule: Sendable {
  /// `private_key_jwt`: the client signs with its private key.
  package fileprivate(set) var takesPrivateKey = false
  /// `client_secret_jwt`: the client signs with its secret.
  package fileprivate(set) var takesSecret = false
  /// The algorithms of keys that are read.
  package fileprivate(set) var ofKeys = SignatureAlgorithm.allCases
  /// The audiences of which an assertion names one.
  package fileprivate(set) var audiences: [Template] = []
  /// Whether an assertion may name only one audience.
  package fileprivate(set) var hasSoleAudience = false
  /// Whether `aud` may be no array.
  package fileprivate(set) var hasStringAudience = false
  /// How many seconds ahead an assertion may expire.
  package fileprivate(set) var longest = 3600
  /// How many seconds the client's clock may be off.
  package fileprivate(set) var skew = 10
  /// The claims of a JWT that is sent as the client secret; empty if secrets are never JWTs.
  package fileprivate(set) var secretClaims: [(name: String, value: Template)] = []

  init() {}

  /// HMAC with SHA-256, keyed with the client secret (RFC 7518 §3.2).
  package static let secretAlgorithm = "HS256"
  package static let keyAlgorithms = SignatureAlgorithm.allCases.map(\.rawValue)

  /// The algorithms of a JWT that a client signs with its private key.
  package var forKeys: [String] { ofKeys.map(\.rawValue) }

  /// The algorithms of the assertions that are read.
  package var algorithms: [String] {
    (takesPrivateKey ? forKeys : []) + (takesSecret ? [Self.secretAlgorithm] : [])
  }

  /// The algorithms of a client that is registered with a method; `nil` for any method.
  package func algorithms(of method: String?) -> [String] {
    switch method {
    case TokenService.Authentication.privateKeyJWT.registeredName: forKeys
    case TokenService.Authentication.clientSecretJWT.registeredName: [Self.secretAlgorithm]
    default: secretClaims.isEmpty ? algorithms : forKeys + [Self.secretAlgorithm]
    }
  }

  /// Whether clients may have keys: to sign an assertion, or a JWT that is a secret.
  package var usesKeys: Bool { takesPrivateKey || !secretClaims.isEmpty }
}

extension AssertionRule: ProviderPart {
  static let declaration: Declaration = .init(
    "assertions",
    "Client authentication by a JWT that the client signs (RFC 7523 §2.2). Its timestamps are compared with the real time, not with the sandbox's.",
    [
      .flag(
        "private_key_jwt", \.takesPrivateKey,
        "Whether a client may sign with its private key, as its `jwks` or `jwks_uri` says."
      ),
      .flag(
        "client_secret_jwt", \.takesSecret,
        "Whether a client may sign with its secret: HS256."),
      .choices(
        "algorithms", \.ofKeys,
        "The algorithms of keys that are read. Without it: all that the server knows.",
        example: "[\"ES256\"]"),
      .templates(
        "audience", \.audiences, "The values of the claim `aud` that are accepted.",
        example: "[\"{{base.first}}\"]"),
      .flag(
        "sole_audience", \.hasSoleAudience,
        "Whether `aud` may have no other value (draft-ietf-oauth-rfc7523bis)."),
      .flag(
        "audience_is_string", \.hasStringAudience,
        "Whether `aud` has to be a string, and no array (FAPI 2.0 Security Profile §5.3.2.1)."),
      .whole(
        "longest", \.longest, in: 1...31_536_000,
        "How many seconds ahead the claim `exp` may be. The claim `jti` is remembered until then.",
        example: "300"),
      .whole(
        "skew", \.skew, in: Bounds.skew, "How many seconds the client's clock may be off.",
        example: "60"),
      .map(
        "as_client_secret", \.secretClaims, .template, keys: "claims",
        "The claims of a JWT that a client with keys sends as its `client_secret`, each with the value that it must have. Such a JWT may be sent again until it expires.",
        or: "a client secret is never a JWT",
        example:
          "{ \"iss\": \"TEAM123456\", \"sub\": \"{{client.client_id}}\", \"aud\": \"{{base.first}}\" }"
      ) { entry, vocabulary in
        vocabulary.template(entry.value, entry.pointer, entry.findings)
          .map { (name: entry.name, value: $0) }
      },
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    let isRead = takesPrivateKey || takesSecret
    if !isRead, secretClaims.isEmpty {
      reader.findings.error(
        reader.value, reader.pointer,
        "expected \"private_key_jwt\", \"client_secret_jwt\" or \"as_client_secret\", found none of them"
      )
    }
    if isRead, audiences.isEmpty {
      reader.findings.error(
        reader.value, reader.pointer,
        "no \"audience\" is accepted, so every assertion is refused; add \"audience\": [\"{{base.first}}\"]"
      )
    }
  }
}
