/// Conditions of calls to resources.
extension Condition {
  static let resourceDeclarations: [Declaration] = [
    declare(
      .resource, .contentTypeUnsupported,
      "The body is of a type that the endpoint does not read.", ["value"], "RFC 6749 §3.2"),
    declare(
      .resource, .bodyUnreadable,
      "The body is not what its Content-Type says.", [], "RFC 6749 Appendix B"),
    declare(
      .resource, .parameterMissing,
      "A parameter is missing.", ["param"], "RFC 6750 §3.1"),
    declare(
      .resource, .parameterInvalid,
      "A parameter has a value that it may not have.", ["param", "value"], "RFC 6750 §3.1"),
    declare(
      .resource, .tokenMissing,
      "The request has no access token.", [], "RFC 6750 §3.1", .credential(.access)),
    declare(
      .resource, .tokenRepeated,
      "The request has more than one access token.", [], "RFC 6750 §2", .credential(.access)),
    declare(
      .resource, .tokenMalformed,
      "The header has a token with a character that no token may have.", [], "RFC 6750 §2.1",
      .credential(.access)),
    declare(
      .resource, .tokenUnknown,
      "The token was never issued here.", ["value"], "RFC 6750 §3.1", .credential(.access)),
    declare(
      .resource, .tokenExpired,
      "The token has expired.", ["value"] + times, "RFC 6750 §3.1", .credential(.access)),
    declare(
      .resource, .tokenRevoked,
      "The token has been revoked.", ["value"], "RFC 6750 §3.1", .credential(.access)),
    declare(
      .resource, .tokenOtherAudience,
      "The token is for another audience.", ["value"], "RFC 9068 §4", .credential(.access)),
    declare(
      .resource, .scopeInsufficient,
      "The token has not the scope that the endpoint demands.", ["value"], "RFC 6750 §3.1",
      about("scope")),
    declare(
      .resource, .personMissing,
      "The token is of a client that acts for itself, and the endpoint is about a person.",
      ["value"], "RFC 6749 §4.4", .credential(.access)),
    declare(
      .resource, .authenticationInsufficient,
      "The sign-in behind the token is too weak or too old for the resource.", [],
      "RFC 9470 §3"),
    declare(
      .resource, .signatureMissing,
      "The request is not signed.", [], "the provider's request signature"),
    declare(
      .resource, .signatureWrong,
      "The signature is not the one that the secret makes of this request.", [],
      "the provider's request signature"),
    declare(
      .resource, .itemMissing,
      "There is no such item.", ["value"], "RFC 9110 §15.5.5"),
    declare(
      .resource, .rateLimited,
      "The token has made as many calls as a window has.", ["value", "count"], "RFC 6585 §4", .limit
    ),
  ]
}
