extension Condition {
  public static let clientMissing = Condition("client_missing")
  public static let clientUnknown = Condition("client_unknown")
  public static let redirectMissing = Condition("redirect_missing")
  public static let redirectUnregistered = Condition("redirect_unregistered")
  public static let redirectMismatch = Condition("redirect_mismatch")
  public static let redirectHostMismatch = Condition("redirect_host_mismatch")
  public static let responseTypeMissing = Condition("response_type_missing")
  public static let responseTypeUnsupported = Condition("response_type_unsupported")
  public static let responseTypeNotAllowed = Condition("response_type_not_allowed")
  public static let responseModeUnsupported = Condition("response_mode_unsupported")
  public static let scopeMissing = Condition("scope_missing")
  public static let scopeUnknown = Condition("scope_unknown")
  public static let scopeNotAllowed = Condition("scope_not_allowed")
  public static let scopeExceeded = Condition("scope_exceeded")
  public static let scopeInsufficient = Condition("scope_insufficient")
  public static let resourceInvalid = Condition("resource_invalid")
  public static let acrUnmet = Condition("acr_unmet")
  public static let parameterRepeated = Condition("parameter_repeated")
  public static let parameterInvalid = Condition("parameter_invalid")
  public static let parameterMissing = Condition("parameter_missing")
  public static let challengeMissing = Condition("challenge_missing")
  public static let challengeMalformed = Condition("challenge_malformed")
  public static let challengeMethodUnsupported = Condition("challenge_method_unsupported")
  public static let loginRequired = Condition("login_required")
  public static let consentRequired = Condition("consent_required")
  public static let userDenied = Condition("user_denied")
  public static let notSignedIn = Condition("not_signed_in")
  public static let serverError = Condition("server_error")
  public static let temporarilyUnavailable = Condition("temporarily_unavailable")
  public static let contentTypeUnsupported = Condition("content_type_unsupported")
  public static let bodyUnreadable = Condition("body_unreadable")
  public static let clientAuthRepeated = Condition("client_auth_repeated")
  public static let clientAuthUnsupported = Condition("client_auth_unsupported")
  public static let secretMissing = Condition("secret_missing")
  public static let secretWrong = Condition("secret_wrong")
  public static let secretUnexpected = Condition("secret_unexpected")
  public static let signatureMissing = Condition("signature_missing")
  public static let signatureWrong = Condition("signature_wrong")
  public static let nonceReused = Condition("nonce_reused")
  public static let timestampSkewed = Condition("timestamp_skewed")
  public static let grantMissing = Condition("grant_missing")
  public static let grantUnsupported = Condition("grant_unsupported")
  public static let grantNotAllowed = Condition("grant_not_allowed")
  public static let codeUnknown = Condition("code_unknown")
  public static let codeExpired = Condition("code_expired")
  public static let codeReused = Condition("code_reused")
  public static let codeOtherClient = Condition("code_other_client")
  public static let verifierMissing = Condition("verifier_missing")
  public static let verifierWrong = Condition("verifier_wrong")
  public static let verifierMalformed = Condition("verifier_malformed")
  public static let verifierUnexpected = Condition("verifier_unexpected")
  public static let refreshUnknown = Condition("refresh_unknown")
  public static let refreshExpired = Condition("refresh_expired")
  public static let refreshRevoked = Condition("refresh_revoked")
  public static let refreshReused = Condition("refresh_reused")
  public static let refreshOtherClient = Condition("refresh_other_client")
  public static let passwordWrong = Condition("password_wrong")
  public static let tokenMissing = Condition("token_missing")
  public static let tokenRepeated = Condition("token_repeated")
  public static let tokenUnknown = Condition("token_unknown")
  public static let tokenExpired = Condition("token_expired")
  public static let tokenRevoked = Condition("token_revoked")
  public static let tokenOtherAudience = Condition("token_other_audience")
  public static let tokenOtherClient = Condition("token_other_client")
  public static let itemMissing = Condition("item_missing")
  public static let rateLimited = Condition("rate_limited")

  /// Every condition that the engine finds, once for each catalogue in which it means something else.
  public static let declarations: [Declaration] =
    authorizeDeclarations + clientDeclarations + tokenDeclarations + resourceDeclarations

  /// Conditions that came later than the first fixtures, and what a fixture that has no wire form for one says instead:
  /// what it was told apart from, or what comes nearest.
  static let elders: [Condition: Condition] = [
    .challengeMalformed: .parameterInvalid, .temporarilyUnavailable: .serverError,
    .serverError: .notSignedIn,
    .resourceInvalid: .parameterInvalid, .acrUnmet: .loginRequired,
  ]

  private static func about(_ parameter: String) -> Subject { .parameter(parameter) }

  private static func declare(
    _ catalogue: Catalogue, _ condition: Condition, _ facts: [String] = [],
    _ clause: String, _ subject: Subject = .request
  ) -> Declaration {
    Declaration(
      condition: condition, catalogue: catalogue, facts: facts, clause: clause, subject: subject)
  }

  private static let authorizeDeclarations: [Declaration] = [
    declare(.authorize, .clientMissing, [], "RFC 6749 §4.1.1", about("client_id")),
    declare(.authorize, .clientUnknown, ["value"], "RFC 6749 §2.2", about("client_id")),
    declare(.authorize, .redirectMissing, ["param"], "RFC 6749 §3.1.2.4", about("redirect_uri")),
    declare(.authorize, .redirectUnregistered, [], "RFC 6749 §3.1.2.4", about("redirect_uri")),
    declare(.authorize, .redirectMismatch, ["value"], "RFC 6749 §3.1.2.4", about("redirect_uri")),
    declare(
      .authorize, .redirectHostMismatch, ["value"], "RFC 6749 §3.1.2.4", about("redirect_uri")),
    declare(
      .authorize, .responseTypeMissing, ["param"], "RFC 6749 §3.1.1", about("response_type")),
    declare(
      .authorize, .responseTypeUnsupported, ["value"], "RFC 6749 §3.1.1", about("response_type")),
    declare(
      .authorize, .responseTypeNotAllowed, ["value"], "RFC 6749 §4.2.2.1", about("response_type")),
    declare(
      .authorize, .responseModeUnsupported, ["value"],
      "OAuth 2.0 Multiple Response Types §2.1", about("response_mode")),
    declare(.authorize, .scopeMissing, ["param"], "RFC 6749 §3.3", about("scope")),
    declare(.authorize, .scopeUnknown, ["value"], "RFC 6749 §3.3", about("scope")),
    declare(.authorize, .scopeNotAllowed, ["value"], "RFC 6749 §4.1.2.1", about("scope")),
    declare(
      .authorize, .resourceInvalid, ["param", "value"], "RFC 8707 §2", about("resource")),
    declare(.authorize, .parameterRepeated, ["param"], "RFC 6749 §3.1"),
    declare(.authorize, .parameterInvalid, ["param", "value"], "RFC 6749 §4.1.2.1"),
    declare(.authorize, .parameterMissing, ["param"], "RFC 6749 §4.1.2.1"),
    declare(.authorize, .challengeMissing, ["param"], "RFC 7636 §4.4.1", about("code_challenge")),
    declare(
      .authorize, .challengeMalformed, ["param", "value"], "RFC 7636 §4.2",
      about("code_challenge")),
    declare(
      .authorize, .challengeMethodUnsupported, ["value"], "RFC 7636 §4.4.1",
      about("code_challenge_method")),
    declare(
      .authorize, .loginRequired, ["value"], "OpenID Connect Core §3.1.2.6", about("prompt")),
    declare(
      .authorize, .consentRequired, ["value"], "OpenID Connect Core §3.1.2.6", about("prompt")),
    declare(.authorize, .acrUnmet, ["value"], "OpenID Connect Core §5.5.1.1", about("claims")),
    declare(.authorize, .userDenied, [], "RFC 6749 §4.1.2.1"),
    declare(.authorize, .notSignedIn, [], "RFC 6749 §4.1.1"),
    // Nothing here ever breaks down by itself: only a rule comes to these two.
    declare(.authorize, .serverError, [], "RFC 6749 §4.1.2.1"),
    declare(.authorize, .temporarilyUnavailable, [], "RFC 6749 §4.1.2.1"),
  ]

  /// Who asks.
  private static let clientDeclarations: [Declaration] = [
    declare(.client, .contentTypeUnsupported, ["value"], "RFC 6749 §3.2"),
    declare(.client, .bodyUnreadable, [], "RFC 6749 Appendix B"),
    declare(.client, .parameterRepeated, ["param"], "RFC 6749 §3.2"),
    declare(.client, .parameterMissing, ["param"], "RFC 6749 §5.2"),
    declare(.client, .parameterInvalid, ["param", "value"], "RFC 6749 §5.2"),
    declare(.client, .clientMissing, ["param"], "RFC 6749 §3.2.1", about("client_id")),
    declare(.client, .clientUnknown, ["value"], "RFC 6749 §5.2", about("client_id")),
    declare(.client, .clientAuthRepeated, [], "RFC 6749 §2.3", about("client_id")),
    declare(.client, .clientAuthUnsupported, ["value"], "RFC 6749 §2.3", about("client_id")),
    declare(.client, .secretMissing, ["param"], "RFC 6749 §3.2.1", about("client_secret")),
    declare(.client, .secretWrong, [], "RFC 6749 §5.2", about("client_secret")),
    declare(.client, .secretUnexpected, [], "RFC 6749 §2.1", about("client_secret")),
    declare(.client, .signatureMissing, [], "the provider's request signature"),
    declare(.client, .signatureWrong, [], "the provider's request signature"),
    declare(.client, .nonceReused, ["value"], "the provider's request signature", about("nonce")),
    declare(.client, .timestampSkewed, ["value", "now"], "the provider's request signature"),
    declare(.revoke, .tokenOtherClient, [], "RFC 7009 §2.1", .credential(.access)),
  ]

  private static let times = ["issued_at", "expires_at", "now"]

  private static let tokenDeclarations: [Declaration] = [
    declare(.token, .grantMissing, ["param"], "RFC 6749 §5.2", about("grant_type")),
    declare(.token, .grantUnsupported, ["value"], "RFC 6749 §5.2", about("grant_type")),
    declare(.token, .grantNotAllowed, ["value"], "RFC 6749 §5.2", about("grant_type")),
    declare(.token, .codeUnknown, ["value"], "RFC 6749 §5.2", .credential(.code)),
    declare(.token, .codeExpired, times, "RFC 6749 §5.2", .credential(.code)),
    declare(.token, .codeReused, times, "RFC 6749 §4.1.2", .credential(.code)),
    declare(.token, .codeOtherClient, ["value"], "RFC 6749 §5.2", .credential(.code)),
    declare(.token, .redirectMissing, ["param"], "RFC 6749 §4.1.3", about("redirect_uri")),
    declare(
      .token, .redirectMismatch, ["value", "expected"], "RFC 6749 §4.1.3", about("redirect_uri")),
    declare(.token, .verifierMissing, ["param"], "RFC 7636 §4.6", about("code_verifier")),
    declare(.token, .verifierWrong, [], "RFC 7636 §4.6", about("code_verifier")),
    declare(.token, .verifierMalformed, ["param"], "RFC 7636 §4.1", about("code_verifier")),
    declare(.token, .verifierUnexpected, [], "RFC 7636 §4.6", about("code_verifier")),
    declare(.token, .refreshUnknown, ["value"], "RFC 6749 §5.2", .credential(.refresh)),
    declare(.token, .refreshExpired, times, "RFC 6749 §5.2", .credential(.refresh)),
    declare(.token, .refreshRevoked, [], "RFC 6749 §5.2", .credential(.refresh)),
    declare(.token, .refreshReused, [], "RFC 9700 §4.14.2", .credential(.refresh)),
    declare(.token, .refreshOtherClient, ["value"], "RFC 6749 §5.2", .credential(.refresh)),
    declare(.token, .scopeUnknown, ["value"], "RFC 6749 §3.3", about("scope")),
    declare(.token, .scopeNotAllowed, ["value"], "RFC 6749 §4.1.2.1", about("scope")),
    declare(.token, .scopeExceeded, ["value"], "RFC 6749 §6", about("scope")),
    declare(.token, .resourceInvalid, ["param", "value"], "RFC 8707 §2", about("resource")),
    declare(.token, .scopeMissing, ["param"], "RFC 6749 §3.3", about("scope")),
    declare(.token, .passwordWrong, ["value"], "RFC 6749 §4.3.2", about("username")),
  ]

  private static let resourceDeclarations: [Declaration] = [
    declare(.resource, .contentTypeUnsupported, ["value"], "RFC 6749 §3.2"),
    declare(.resource, .bodyUnreadable, [], "RFC 6749 Appendix B"),
    declare(.resource, .parameterMissing, ["param"], "RFC 6750 §3.1"),
    declare(.resource, .parameterInvalid, ["param", "value"], "RFC 6750 §3.1"),
    declare(.resource, .tokenMissing, [], "RFC 6750 §3.1", .credential(.access)),
    declare(.resource, .tokenRepeated, [], "RFC 6750 §2", .credential(.access)),
    declare(.resource, .tokenUnknown, ["value"], "RFC 6750 §3.1", .credential(.access)),
    declare(.resource, .tokenExpired, ["value"] + times, "RFC 6750 §3.1", .credential(.access)),
    declare(.resource, .tokenRevoked, ["value"], "RFC 6750 §3.1", .credential(.access)),
    declare(.resource, .tokenOtherAudience, ["value"], "RFC 9068 §4", .credential(.access)),
    declare(.resource, .scopeInsufficient, ["value"], "RFC 6750 §3.1", about("scope")),
    declare(.resource, .signatureMissing, [], "the provider's request signature"),
    declare(.resource, .signatureWrong, [], "the provider's request signature"),
    declare(.resource, .itemMissing, ["value"], "RFC 9110 §15.5.5"),
    declare(.resource, .rateLimited, ["value", "count"], "RFC 6585 §4", .limit),
  ]
}
