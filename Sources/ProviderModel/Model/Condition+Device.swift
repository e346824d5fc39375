/// Conditions of the device authorization grant (RFC 8628).
extension Condition {
  static let deviceDeclarations: [Declaration] = polls + requests + typed

  /// The conditions of the page for user codes, which shows its form again.
  package static let userCodes: Set<Condition> = [
    .userCodeUnknown, .userCodeExpired, .userCodeUsed, .userCodeAttempts,
  ]

  /// The conditions of a device's poll: they can occur only at a provider that has the grant.
  static let devicePolls = Set(polls.map(\.condition))

  /// At the token endpoint.
  private static let polls: [Declaration] = [
    declare(
      .token, .authorizationPending,
      "No person has decided on the device's request yet.", ["value"], "RFC 8628 §3.5",
      .credential(.deviceCode)),
    declare(
      .token, .slowDown,
      "The device polled before its interval was over. The interval is five seconds longer from now on.",
      ["value"], "RFC 8628 §3.5", .credential(.deviceCode)),
    declare(
      .token, .deviceDenied,
      "The person denied the device's request.", [], "RFC 8628 §3.5", .credential(.deviceCode)),
    declare(
      .token, .deviceCodeUnknown,
      "The device code was never issued here, or has been revoked.", ["value"], "RFC 6749 §5.2",
      .credential(.deviceCode)),
    declare(
      .token, .deviceCodeExpired,
      "The device code has expired.", ["value"] + times, "RFC 8628 §3.5", .credential(.deviceCode)),
    declare(
      .token, .deviceCodeReused,
      "The device code was redeemed before.", ["value"] + times, "RFC 6749 §5.2",
      .credential(.deviceCode)),
    declare(
      .token, .deviceCodeOtherClient,
      "The device code was issued to another client.", ["value"], "RFC 6749 §5.2",
      .credential(.deviceCode)),
  ]

  /// At the device authorization endpoint, which answers as the token endpoint does (RFC 8628 §3.2).
  private static let requests: [Declaration] = [
    declare(
      .deviceAuthorization, .grantNotAllowed,
      "The client may not use the device grant.", ["value"], "RFC 6749 §5.2", about("client_id")),
    declare(
      .deviceAuthorization, .scopeMissing,
      "The request has no scope, and the provider demands one.", ["param"], "RFC 6749 §3.3",
      about("scope")),
    declare(
      .deviceAuthorization, .scopeUnknown,
      "The provider does not know one of the scopes.", ["value"], "RFC 6749 §3.3", about("scope")),
    declare(
      .deviceAuthorization, .scopeNotAllowed,
      "The client may not ask for one of the scopes.", ["value"], "RFC 6749 §5.2", about("scope")),
    declare(
      .deviceAuthorization, .resourceInvalid,
      "The request asks for a token for a resource that the client may not use.",
      ["param", "value"], "RFC 8707 §2", about("resource")),
  ]

  /// At the page for user codes.
  private static let typed: [Declaration] = [
    declare(
      .device, .userCodeUnknown,
      "No device has this user code.", [], "RFC 8628 §3.3", about("user_code")),
    declare(
      .device, .userCodeExpired,
      "The user code has expired.", [], "RFC 8628 §3.2", about("user_code")),
    declare(
      .device, .userCodeUsed,
      "A person has decided on this user code before.", [], "RFC 8628 §3.3", about("user_code")),
    declare(
      .device, .userCodeAttempts,
      "Too many wrong user codes were typed.", ["value"], "RFC 8628 §5.1", about("user_code")),
  ]
}
