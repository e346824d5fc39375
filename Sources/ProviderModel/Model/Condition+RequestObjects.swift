/// Conditions of request objects (RFC 9101).
extension Condition {
  package static let requestObjectUnreadable = Condition("request_object_unreadable")
  package static let requestObjectTypeWrong = Condition("request_object_type_wrong")
  package static let requestObjectAlgUnsupported = Condition("request_object_alg_unsupported")
  package static let requestObjectKeysMissing = Condition("request_object_keys_missing")
  package static let requestObjectKeysUnfetched = Condition("request_object_keys_unfetched")
  package static let requestObjectKeyUnknown = Condition("request_object_key_unknown")
  package static let requestObjectSignatureWrong = Condition("request_object_signature_wrong")
  package static let requestObjectClientWrong = Condition("request_object_client_wrong")
  package static let requestObjectIssuerWrong = Condition("request_object_issuer_wrong")
  package static let requestObjectAudienceWrong = Condition("request_object_audience_wrong")
  package static let requestObjectExpired = Condition("request_object_expired")
  package static let requestObjectNotYetValid = Condition("request_object_not_yet_valid")
  package static let requestObjectClaimWrong = Condition("request_object_claim_wrong")
  package static let requestObjectMismatch = Condition("request_object_mismatch")
  package static let requestObjectRepeated = Condition("request_object_repeated")
  package static let requestURIInvalid = Condition("request_uri_invalid")
  package static let requestURIUnregistered = Condition("request_uri_unregistered")
  package static let requestURIUnfetched = Condition("request_uri_unfetched")
  package static let requestObjectMissing = Condition("request_object_missing")

  package static let requestNotSupported = Condition("request_not_supported")
  package static let requestURINotSupported = Condition("request_uri_not_supported")

  /// The parameters that bring another request, each with its condition at a provider that does not read it.
  package static let unreadRequests = [
    ("request", requestNotSupported), ("request_uri", requestURINotSupported),
  ]

  static let unreadRequestDeclarations: [Declaration] = [
    declare(
      .authorize, .requestNotSupported,
      "The request is a request object, and the OpenID provider reads none. A provider whose errors have no entry for this condition ignores the parameter.",
      ["param"], "OpenID Connect Core §6.1", about("request")),
    declare(
      .authorize, .requestURINotSupported,
      "The request names a request object, and the OpenID provider fetches none. A provider whose errors have no entry for this condition ignores the parameter.",
      ["param"], "OpenID Connect Core §6.2", about("request_uri")),
  ]

  /// Only a provider that reads request objects has them.
  package static let requestObjects = Set(requestObjectDeclarations.map(\.condition))

  /// At the authorization endpoint, and where requests are pushed (RFC 9126 §3).
  static let requestObjectDeclarations: [Declaration] =
    objects(at: .authorize) + objects(at: .pushedAuthorization) + fetches

  /// The conditions of a request object that can't be trusted: so neither can the redirect URI in it.
  static let untrustedObjects = requestObjects.subtracting([.requestObjectMissing])

  /// Only a provider that fetches request objects has them.
  static let fetchedObjects = Set(fetches.map(\.condition))

  /// A request that is pushed holds no address of another one.
  private static let fetches: [Declaration] = [
    declare(
      .authorize, .requestObjectRepeated, "The request has both request and request_uri.",
      ["param"], "RFC 9101 §5", about("request_uri")),
    declare(
      .authorize, .requestURIInvalid,
      "The request_uri is neither that of a pushed request nor a web address.", ["value"],
      "RFC 9101 §5.2", about("request_uri")),
    declare(
      .authorize, .requestURIUnregistered,
      "The request_uri is not one that the client has registered.", ["value"],
      "OpenID Connect Core §6.2", about("request_uri")),
    declare(
      .authorize, .requestURIUnfetched,
      "The request object at the request_uri could not be fetched.", ["value"],
      "RFC 9101 §5.2.3", about("request_uri")),
  ]

  private static func objects(at catalogue: Catalogue) -> [Declaration] {
    func declare(
      _ condition: Condition, _ summary: String, _ facts: [String], _ clause: String
    ) -> Declaration {
      Self.declare(catalogue, condition, summary, facts, clause, about("request"))
    }
    return [
      declare(
        .requestObjectUnreadable, "The request object is not a JWT of at most 16 KiB.", ["param"],
        "RFC 9101 §6.1"),
      declare(
        .requestObjectTypeWrong, "The typ of the request object is that of another JWT.",
        ["value", "expected"], "RFC 9101 §10.8"),
      declare(
        .requestObjectAlgUnsupported,
        "The request object has an algorithm that the provider, the client's registration or the key does not allow.",
        ["value", "expected"], "RFC 9101 §6.2"),
      declare(
        .requestObjectKeysMissing,
        "The client is registered without the key that its request object needs.", ["value"],
        "RFC 9101 §6.2"),
      declare(
        .requestObjectKeysUnfetched,
        "The keys at the client's jwks_uri could not be fetched or read.", ["value"],
        "RFC 9101 §6.2"),
      declare(
        .requestObjectKeyUnknown,
        "The client has no key of the name and the algorithm in its request object.",
        ["value", "expected"], "RFC 7515 §4.1.4"),
      declare(
        .requestObjectSignatureWrong,
        "No key of the client verifies the signature of its request object.", [], "RFC 9101 §6.2"),
      declare(
        .requestObjectClientWrong, "The request object names another client, or none.",
        ["value", "expected"], "RFC 9101 §6.3"),
      declare(
        .requestObjectIssuerWrong, "The claim iss of the request object is not the client.",
        ["value", "expected"], "RFC 9101 §4"),
      declare(
        .requestObjectAudienceWrong, "The claim aud of the request object is not this server.",
        ["value", "expected"], "RFC 9101 §4"),
      declare(
        .requestObjectExpired, "The request object has expired.", ["value", "now"],
        "RFC 7519 §4.1.4"),
      declare(
        .requestObjectNotYetValid,
        "The claim nbf or iat of the request object is in the future.", ["param", "value", "now"],
        "RFC 7519 §4.1.5"),
      declare(
        .requestObjectClaimWrong, "A claim of the request object has a wrong value.",
        ["param", "value", "expected"], "RFC 9101 §4"),
      declare(
        .requestObjectMismatch,
        "A parameter beside the request object has another value than the one in it.",
        ["param", "value", "expected"], "OpenID Connect Core §6.1"),
      declare(
        .requestObjectMissing,
        "The client has to send its request as a signed request object, and did not.", ["param"],
        "RFC 9101 §10.5"),
    ]
  }
}
