/// Conditions of token requests.
extension Condition {
  static let times = ["issued_at", "expires_at", "now"]

  static let tokenDeclarations: [Declaration] = [
    declare(
      .token, .grantMissing,
      "The request has no grant_type.", ["param"], "RFC 6749 §5.2", about("grant_type")),
    declare(
      .token, .grantUnsupported,
      "The provider does not know this grant type.", ["value"], "RFC 6749 §5.2", about("grant_type")
    ),
    declare(
      .token, .grantNotAllowed,
      "The client may not use this grant type.", ["value"], "RFC 6749 §5.2", about("grant_type")),
    declare(
      .token, .codeUnknown,
      "The code was never issued here, or has been revoked.", ["value"], "RFC 6749 §5.2",
      .credential(.code)),
    declare(
      .token, .codeExpired,
      "The code has expired.", ["value"] + times, "RFC 6749 §5.2", .credential(.code)),
    declare(
      .token, .codeReused,
      "The code was redeemed before.", ["value"] + times, "RFC 6749 §4.1.2", .credential(.code)),
    declare(
      .token, .codeOtherClient,
      "The code was issued to another client.", ["value"], "RFC 6749 §5.2", .credential(.code)),
    declare(
      .token, .redirectMissing,
      "The authorization request had a redirect URI, and it did not come again.", ["param"],
      "RFC 6749 §4.1.3", about("redirect_uri")),
    declare(
      .token, .redirectMismatch,
      "The redirect URI is not the one of the authorization request.", ["value", "expected"],
      "RFC 6749 §4.1.3", about("redirect_uri")),
    declare(
      .token, .verifierMissing,
      "The authorization request had a code challenge, and no verifier came.", ["param"],
      "RFC 7636 §4.6", about("code_verifier")),
    declare(
      .token, .verifierWrong,
      "The verifier does not make the code challenge.", [], "RFC 7636 §4.6", about("code_verifier")),
    declare(
      .token, .verifierMalformed,
      "The verifier is too short, too long, or holds a character that it may not hold.", ["param"],
      "RFC 7636 §4.1", about("code_verifier")),
    declare(
      .token, .verifierUnexpected,
      "A verifier came, and the authorization request had no code challenge.", [], "RFC 7636 §4.6",
      about("code_verifier")),
    declare(
      .token, .refreshUnknown,
      "The refresh token was never issued here.", ["value"], "RFC 6749 §5.2", .credential(.refresh)),
    declare(
      .token, .refreshExpired,
      "The refresh token has expired.", ["value"] + times, "RFC 6749 §5.2", .credential(.refresh)),
    declare(
      .token, .refreshRevoked,
      "The refresh token has been revoked.", ["value"], "RFC 6749 §5.2", .credential(.refresh)),
    declare(
      .token, .refreshReused,
      "The refresh token was used before, and may be used once.", ["value"] + times,
      "RFC 9700 §4.14.2",
      .credential(.refresh)),
    declare(
      .token, .refreshOtherClient,
      "The refresh token was issued to another client.", ["value"], "RFC 6749 §5.2",
      .credential(.refresh)),
    declare(
      .token, .scopeUnknown,
      "The provider does not know one of the scopes.", ["value"], "RFC 6749 §3.3", about("scope")),
    declare(
      .token, .scopeNotAllowed,
      "The client may not ask for one of the scopes.", ["value"], "RFC 6749 §4.1.2.1",
      about("scope")),
    declare(
      .token, .scopeExceeded,
      "More is asked for than was granted.", ["value"], "RFC 6749 §6", about("scope")),
    declare(
      .token, .resourceInvalid,
      "The request asks for a token for a resource that was not granted.", ["param", "value"],
      "RFC 8707 §2", about("resource")),
    declare(
      .token, .scopeMissing,
      "The request has no scope, and the provider demands one.", ["param"], "RFC 6749 §3.3",
      about("scope")),
    declare(
      .token, .passwordWrong,
      "No person has this name and this password.", ["value"], "RFC 6749 §4.3.2", about("username")),
  ]
}
