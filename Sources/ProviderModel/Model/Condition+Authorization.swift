/// Conditions of authorization requests.
extension Condition {
  static let authorizeDeclarations: [Declaration] = [
    declare(
      .authorize, .clientMissing,
      "The request names no client.", [], "RFC 6749 §4.1.1", about("client_id")),
    declare(
      .authorize, .clientUnknown,
      "No client of this id is registered at the provider.", ["value"], "RFC 6749 §2.2",
      about("client_id")),
    declare(
      .authorize, .redirectMissing,
      "The request has no redirect URI, and the client hasn't registered exactly one.", ["param"],
      "RFC 6749 §3.1.2.4", about("redirect_uri")),
    declare(
      .authorize, .redirectUnregistered,
      "The client has registered no redirect URI.", [], "RFC 6749 §3.1.2.4", about("redirect_uri")),
    declare(
      .authorize, .redirectMismatch,
      "The redirect URI is not registered; one on the same host is.", ["value"],
      "RFC 6749 §3.1.2.4", about("redirect_uri")),
    declare(
      .authorize, .redirectHostMismatch,
      "The redirect URI is not registered, nor is another on its host.", ["value"],
      "RFC 6749 §3.1.2.4", about("redirect_uri")),
    declare(
      .authorize, .responseTypeMissing,
      "The request has no response type.", ["param"], "RFC 6749 §3.1.1", about("response_type")),
    declare(
      .authorize, .responseTypeUnsupported,
      "The provider does not answer this response type.", ["value"], "RFC 6749 §3.1.1",
      about("response_type")),
    declare(
      .authorize, .responseTypeNotAllowed,
      "The client may not use this response type.", ["value"], "RFC 6749 §4.2.2.1",
      about("response_type")),
    declare(
      .authorize, .responseModeUnsupported,
      "The provider does not know this response mode.", ["value"],
      "OAuth 2.0 Multiple Response Types §2.1", about("response_mode")),
    declare(
      .authorize, .scopeMissing,
      "The request has no scope, and the provider demands one.", ["param"], "RFC 6749 §3.3",
      about("scope")),
    declare(
      .authorize, .scopeUnknown,
      "The provider does not know one of the scopes.", ["value"], "RFC 6749 §3.3", about("scope")),
    declare(
      .authorize, .scopeNotAllowed,
      "The client may not ask for one of the scopes.", ["value"], "RFC 6749 §4.1.2.1",
      about("scope")),
    declare(
      .authorize, .resourceInvalid,
      "The request asks for a token for a resource that the client may not use.",
      ["param", "value"], "RFC 8707 §2", about("resource")),
    declare(
      .authorize, .parameterRepeated,
      "A parameter was sent more than once.", ["param"], "RFC 6749 §3.1"),
    declare(
      .authorize, .parameterInvalid,
      "A parameter has a value that it may not have.", ["param", "value"], "RFC 6749 §4.1.2.1"),
    declare(
      .authorize, .parameterMissing,
      "A parameter is missing that a check of the provider demands.", ["param"], "RFC 6749 §4.1.2.1"
    ),
    declare(
      .authorize, .challengeMissing,
      "The client has to send a code challenge, and sent none.", ["param"], "RFC 7636 §4.4.1",
      about("code_challenge")),
    declare(
      .authorize, .challengeMalformed,
      "The code challenge is too short, too long, or holds a character that it may not hold.",
      ["param", "value"], "RFC 7636 §4.2",
      about("code_challenge")),
    declare(
      .authorize, .challengeMethodUnsupported,
      "The provider does not take this code challenge method.", ["value"], "RFC 7636 §4.4.1",
      about("code_challenge_method")),
    declare(
      .authorize, .loginRequired,
      "Nobody is signed in, and prompt=none forbids asking.", ["value"],
      "OpenID Connect Core §3.1.2.6", about("prompt")),
    declare(
      .authorize, .consentRequired,
      "Consent has not been given, and prompt=none forbids asking.", ["value"],
      "OpenID Connect Core §3.1.2.6", about("prompt")),
    declare(
      .authorize, .idTokenHintInvalid,
      "The id_token_hint is not an ID token that this provider has signed.", ["param"],
      "OpenID Connect Core §3.1.2.2", about("id_token_hint")),
    declare(
      .authorize, .acrUnmet,
      "The request demands an authentication context that nobody can reach here.", ["value"],
      "OpenID Connect Core §5.5.1.1", about("claims")),
    declare(
      .authorize, .userDenied,
      "The person refused.", [], "RFC 6749 §4.1.2.1"),
    declare(
      .authorize, .notSignedIn,
      "A page was asked for that needs somebody signed in.", [], "RFC 6749 §4.1.1"),
    // The server itself never fails: only rules apply these two.
    declare(
      .authorize, .serverError,
      "The provider breaks down; only a rule brings it about.", [], "RFC 6749 §4.1.2.1"),
    declare(
      .authorize, .temporarilyUnavailable,
      "The provider has too much to do; only a rule brings it about.", [], "RFC 6749 §4.1.2.1"),
  ]
}
