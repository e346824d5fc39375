/// The token endpoint: client authentication and grants.
package struct TokenService: Sendable {
  package enum Authentication: String, Sendable, CaseIterable {
    case basic, post, none, signature
    /// A JWT that the client signs with its private key, or with its secret (OpenID Connect Core §9).
    case privateKeyJWT = "private_key_jwt"
    case clientSecretJWT = "client_secret_jwt"
    /// A certificate: of a CA with the client's subject, or one that the client has registered (RFC 8705 §2).
    case tls = "tls_client_auth"
    case selfSignedTLS = "self_signed_tls_client_auth"

    /// As RFC 7591 §2 calls it (`token_endpoint_auth_method`).
    package var registeredName: String {
      switch self {
      case .basic: "client_secret_basic"
      case .post: "client_secret_post"
      case .none: "none"
      case .signature, .privateKeyJWT, .clientSecretJWT, .tls, .selfSignedTLS: rawValue
      }
    }
  }

  package var parameters: [(name: String, rule: ParameterRule)] = []
  package var authentication: [Authentication] = []
  package var signature: RequestSignature? { methods.signature }
  /// How JWTs of clients are checked; `nil` if none is read.
  package var assertions: AssertionRule? { methods.assertions }
  private var methods = Methods()
  /// Whether the parameter `client_assertion` is read.
  package private(set) var readsAssertions = false
  /// The same credentials may stand in the header and in the body.
  package var mayRepeatCredentials: Bool { methods.repeats }
  /// A client that has no secret may not send one.
  package var secretUnexpected = false
  /// Whether every access token is bound to a key of its client.
  package fileprivate(set) var isSenderConstrained = false
  package var grants: [(name: String, rule: GrantRule)] = []
  package init() {}

  /// The methods of client authentication.
  fileprivate struct Methods: Sendable {
    var basic = false
    var post = false
    var none = false
    var repeats = false
    var signature: RequestSignature?
    var assertions: AssertionRule?
    var tls = false
    var selfSignedTLS = false

    var all: [Authentication] {
      let known: [(isKnown: Bool, method: Authentication)] = [
        (basic, .basic), (post, .post), (none, Authentication.none),
        (signature != nil, .signature),
        (assertions?.takesPrivateKey ?? false, .privateKeyJWT),
        (assertions?.takesSecret ?? false, .clientSecretJWT),
        (tls, .tls), (selfSignedTLS, .selfSignedTLS),
      ]
      return known.filter(\.isKnown).map(\.method)
    }
  }
}

extension TokenService: ProviderPart {
  static let declaration: Declaration = .init(
    "token", "The parameters and the grants of the token endpoint.",
    [
      .parameters(
        \.parameters, "The parameters of the token request. Others are ignored.",
        example: "{ \"grant_type\": {}, \"code\": {} }"),
      .flag(
        "secret_unexpected", \.secretUnexpected,
        "Whether a client without a secret is refused if it sends one."),
      .flag(
        "sender_constrained", \.isSenderConstrained,
        "Whether every access token is bound to a key of its client, so that a request without a proof of possession is refused (RFC 9449)."
      ),
      .object(
        "client_auth", \.methods, "The methods of client authentication (RFC 6749 §2.3)."
      ).example(
        #"{ "basic": true, "post": true }"#),
      .objects(
        "grants", \.grants, keys: "values of `grant_type`",
        "The grants, and the credentials that each issues."
      ).example(
        #"{ "authorization_code": {}, "refresh_token": { "rotates": false } }"#),
    ])

  mutating func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    authentication = methods.all
    readsAssertions = assertions?.algorithms.isEmpty == false
  }

  /// Whether clients authenticate by a certificate (RFC 8705 §2).
  package var authenticatesByCertificate: Bool { methods.tls || methods.selfSignedTLS }
}

extension TokenService.Methods: ProviderPart {
  static let declaration: Declaration = .init(
    "client authentication",
    "The methods of client authentication (RFC 6749 §2.3). Others are refused.",
    [
      .flag("basic", \.basic, "Authentication by the Authorization header, scheme Basic."),
      .flag("post", \.post, "Authentication by `client_id` and `client_secret` in the body."),
      .flag(
        "none", \.none, "Identification by `client_id` alone, for clients without a secret."),
      .flag(
        "repeats", \.repeats,
        "Whether a client may send the same credentials in the header and in the body. RFC 6749 §2.3 allows one method in each request."
      ),
      .object(
        "signature", \.signature, "Authentication by a signature over the request."
      ).example(
        #"{ "scheme": "SIGNED-REQUEST", "head": ["{{req.method}}", "{{req.path}}"] }"#),
      .object(
        "assertions", \.assertions,
        "Authentication by a JWT that the client signs (RFC 7523 §2.2)."
      ).example(
        #"{ "private_key_jwt": true, "audience": ["{{links.token}}"] }"#),
      .flag(
        "tls_client_auth", \.tls,
        "Authentication by a certificate of a CA, with the subject of the client (RFC 8705 §2.1)."),
      .flag(
        "self_signed_tls_client_auth", \.selfSignedTLS,
        "Authentication by a certificate that the client has registered (RFC 8705 §2.2)."),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    guard assertions?.secretClaims.isEmpty == false, !basic, !post else { return }
    reader.findings.error(
      reader.value, reader.pointer,
      "\"as_client_secret\" has no effect: no method sends a client secret; add \"post\": true")
  }
}
