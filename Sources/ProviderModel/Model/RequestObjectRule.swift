import JOSE

/// The rules for request objects: authorization requests that are JWTs (RFC 9101, OpenID Connect Core §6).
package struct RequestObjectRule: Sendable {
  /// The algorithms of keys that are read.
  package fileprivate(set) var ofKeys = SignatureAlgorithm.allCases
  /// Whether a client may sign with its secret.
  package fileprivate(set) var takesSecret = true
  /// The audiences of which a request object names one, if it names any.
  package fileprivate(set) var audiences: [Template] = []
  /// How many seconds the client's clock may be off.
  package fileprivate(set) var skew = 10
  /// Whether clients that are registered so may send unsigned request objects.
  package fileprivate(set) var mayBeUnsigned = false
  /// Whether `request_uri` may be the address of one.
  package fileprivate(set) var isFetched = false
  /// Whether only registered addresses are fetched.
  package fileprivate(set) var mustBeRegistered = false
  /// Whether every client has to send one.
  package fileprivate(set) var isRequired = false

  init() {}

  /// The largest one, in bytes.
  package static let mostBytes = 16 << 10

  /// The algorithm of an unsigned one (RFC 7518 §3.6).
  package static let unsigned = "none"
  /// The algorithms of signed ones, of all that a provider may read.
  package static let signed = AssertionRule.keyAlgorithms + [AssertionRule.secretAlgorithm]
  /// The algorithms of signed ones.
  package var signed: [String] {
    ofKeys.map(\.rawValue) + (takesSecret ? [AssertionRule.secretAlgorithm] : [])
  }

  /// The algorithms that a client may register.
  package var algorithms: [String] { signed + (mayBeUnsigned ? [Self.unsigned] : []) }
}

extension RequestObjectRule: ProviderPart {
  static let declaration: Declaration = .init(
    "request objects",
    "Authorization requests that are JWTs, in the parameter `request` (RFC 9101). Their timestamps are compared with the real time, not with the sandbox's.",
    [
      .choices(
        "algorithms", \.ofKeys,
        "The algorithms of keys that are read. Without it: all that the server knows.",
        example: "[\"ES256\"]"),
      .flag(
        "secret", \.takesSecret, "Whether a client may sign with its secret: HS256."),
      .templates(
        "audience", \.audiences, "The values of the claim `aud` that are accepted.",
        example: "[\"{{base.first}}\"]"),
      .whole(
        "skew", \.skew, in: Bounds.skew, "How many seconds the client's clock may be off.",
        example: "60"),
      .flag(
        "unsigned", \.mayBeUnsigned,
        "Whether a client that is registered with the `request_object_signing_alg` `none` may leave its request objects unsigned."
      ),
      .flag(
        "by_reference", \.isFetched,
        "Whether `request_uri` may be the address of a request object, which is fetched (RFC 9101 §5.2)."
      ),
      .flag(
        "registered", \.mustBeRegistered,
        "Whether only addresses in the client's `request_uris` are fetched (OpenID Connect Discovery §3, `require_request_uri_registration`)."
      ),
      .flag(
        "required", \.isRequired,
        "Whether every client has to send its requests as signed request objects (RFC 9101 §10.5)."),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    if audiences.isEmpty {
      reader.findings.error(
        reader.value, reader.pointer,
        "no \"audience\" is accepted, so every request object that names one is refused; add \"audience\": [\"{{base.first}}\"]"
      )
    }
    for name in ["request"] + (isFetched ? ["request_uri"] : [])
    where !vocabulary.authorizeParameters.contains(name) {
      reader.findings.error(
        reader.value, reader.pointer,
        "the authorization endpoint reads no \(name); add \"\(name)\": {} to parameters")
    }
  }
}
