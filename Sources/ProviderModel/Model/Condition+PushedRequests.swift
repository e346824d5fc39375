/// Conditions of pushed authorization requests (RFC 9126).
extension Condition {
  package static let requestURIUnknown = Condition("request_uri_unknown")
  package static let requestURIExpired = Condition("request_uri_expired")
  package static let requestURIUsed = Condition("request_uri_used")
  package static let requestURIOtherClient = Condition("request_uri_other_client")
  package static let requestURIPushed = Condition("request_uri_pushed")
  package static let pushMissing = Condition("push_missing")

  static let pushDeclarations: [Declaration] = references + pushes + checkedAtPush

  /// The conditions of the authorization endpoint that only a provider with pushed requests has.
  static let pushReferences = Set(references.map(\.condition))

  /// At the authorization endpoint.
  private static let references: [Declaration] = [
    declare(
      .authorize, .requestURIUnknown,
      "No request was pushed under this request_uri, or it was forgotten.", ["value"],
      "RFC 9126 §4", about("request_uri")),
    declare(
      .authorize, .requestURIExpired,
      "The request_uri of a pushed request has expired.", ["value"] + times, "RFC 9126 §4",
      about("request_uri")),
    declare(
      .authorize, .requestURIUsed,
      "The request_uri of a pushed request was used before.", ["value"] + times, "RFC 9126 §4",
      about("request_uri")),
    declare(
      .authorize, .requestURIOtherClient,
      "Another client has pushed the request.", ["value"], "RFC 9126 §2.2", about("request_uri")),
    declare(
      .authorize, .pushMissing,
      "The client has to push its requests, and sent this one without a request_uri.", ["param"],
      "RFC 9126 §5", about("request_uri")),
  ]

  /// At the endpoint for pushed requests.
  private static let pushes: [Declaration] = [
    declare(
      .pushedAuthorization, .requestURIPushed,
      "The pushed request holds a request_uri.", ["param", "value"], "RFC 9126 §2.1",
      about("request_uri"))
  ]

  /// A pushed request is checked as one at the authorization endpoint is (RFC 9126 §2.1).
  private static let checkedAtPush: [Declaration] =
    authorizeDeclarations
    .filter { checked.contains($0.condition) }
    .map {
      Declaration(
        condition: $0.condition, catalogue: .pushedAuthorization, summary: $0.summary,
        facts: $0.facts, clause: $0.clause, subject: $0.subject)
    }

  private static let checked: Set<Condition> = [
    .redirectMissing, .redirectUnregistered, .redirectMismatch, .redirectHostMismatch,
    .responseTypeMissing, .responseTypeUnsupported, .responseTypeNotAllowed,
    .responseModeUnsupported, .scopeMissing, .scopeUnknown, .scopeNotAllowed, .resourceInvalid,
    .challengeMissing, .challengeMalformed, .challengeMethodUnsupported, .idTokenHintInvalid,
  ]
}
