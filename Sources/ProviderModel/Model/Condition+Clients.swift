/// Conditions of requests with client authentication.
extension Condition {
  /// Who asks.
  static let clientDeclarations: [Declaration] = [
    declare(
      .client, .contentTypeUnsupported,
      "The body is of a type that the endpoint does not read.", ["value"], "RFC 6749 §3.2"),
    declare(
      .client, .bodyUnreadable,
      "The body is not what its Content-Type says.", [], "RFC 6749 Appendix B"),
    declare(
      .client, .parameterRepeated,
      "A parameter was sent more than once.", ["param"], "RFC 6749 §3.2"),
    declare(
      .client, .parameterMissing,
      "A parameter is missing.", ["param"], "RFC 6749 §5.2"),
    declare(
      .client, .parameterInvalid,
      "A parameter has a value that it may not have.", ["param", "value"], "RFC 6749 §5.2"),
    declare(
      .client, .clientMissing,
      "The request names no client.", ["param"], "RFC 6749 §3.2.1", about("client_id")),
    declare(
      .client, .clientUnknown,
      "No client of this id is registered at the provider.", ["value"], "RFC 6749 §5.2",
      about("client_id")),
    declare(
      .client, .clientAuthRepeated,
      "The client proves itself in more than one way.", [], "RFC 6749 §2.3", about("client_id")),
    declare(
      .client, .clientAuthUnsupported,
      "The client proves itself in a way that the provider, or its registration, does not allow.",
      ["value"], "RFC 6749 §2.3", about("client_id")),
    declare(
      .client, .secretMissing,
      "The client has a secret, and sent none.", ["param"], "RFC 6749 §3.2.1",
      about("client_secret")),
    declare(
      .client, .secretWrong,
      "The secret is not the one of this client.", [], "RFC 6749 §5.2", about("client_secret")),
    declare(
      .client, .secretUnexpected,
      "The client has no secret, and sent one.", [], "RFC 6749 §2.1", about("client_secret")),
    declare(
      .client, .signatureMissing,
      "The request is not signed, or its signature lacks a field.", [],
      "the provider's request signature"),
    declare(
      .client, .signatureWrong,
      "The signature is not the one that the secret makes of this request.", [],
      "the provider's request signature"),
    declare(
      .client, .nonceReused,
      "The nonce of the signature was used before.", ["value"], "the provider's request signature",
      about("nonce")),
    declare(
      .client, .timestampSkewed,
      "The timestamp of the signature is too far off.", ["value", "now"],
      "the provider's request signature"),
    declare(
      .revoke, .tokenOtherClient,
      "The token was issued to another client.", [], "RFC 7009 §2.1", .credential(.access)),
    declare(
      .revoke, .tokenTypeUnsupported,
      "The token is of a kind that the endpoint does not revoke.", [], "RFC 7009 §2.2.1",
      .credential(.access)),
  ]
}
