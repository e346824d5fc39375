/// Conditions of token exchange (RFC 8693).
extension Condition {
  package static let subjectTokenUnknown = Condition("subject_token_unknown")
  package static let subjectTokenExpired = Condition("subject_token_expired")
  package static let subjectTokenRevoked = Condition("subject_token_revoked")
  package static let subjectTokenOtherClient = Condition("subject_token_other_client")
  package static let subjectTypeUnsupported = Condition("subject_type_unsupported")
  package static let actorTokenUnknown = Condition("actor_token_unknown")
  package static let actorTokenExpired = Condition("actor_token_expired")
  package static let actorTokenRevoked = Condition("actor_token_revoked")
  package static let actorTokenOtherClient = Condition("actor_token_other_client")
  package static let actorTypeUnsupported = Condition("actor_type_unsupported")
  package static let actorNotAllowed = Condition("actor_not_allowed")
  package static let actorChainLong = Condition("actor_chain_long")
  package static let requestedTypeUnsupported = Condition("requested_type_unsupported")
  package static let audienceMissing = Condition("audience_missing")
  package static let audienceNotAllowed = Condition("audience_not_allowed")

  /// Only a provider with a grant of the kind exchange has them.
  package static let exchanges = Set(exchangeDeclarations.map(\.condition))

  static let exchangeDeclarations: [Declaration] = exchangedTokens + exchangeTargets

  private static let exchangedTokens: [Declaration] = [
    declare(
      .token, .subjectTokenUnknown,
      "The subject token was never issued here.",
      ["value"], "RFC 8693 §2.2.2", about("subject_token")),
    declare(
      .token, .subjectTokenExpired,
      "The subject token has expired.",
      times, "RFC 8693 §2.2.2", about("subject_token")),
    declare(
      .token, .subjectTokenRevoked,
      "The subject token has been revoked or used.",
      ["value"], "RFC 8693 §2.2.2", about("subject_token")),
    declare(
      .token, .subjectTokenOtherClient,
      "The subject token is one of another client, and this client may not exchange it.",
      ["value"], "RFC 8693 §2.2.2", about("subject_token")),
    declare(
      .token, .subjectTypeUnsupported,
      "The provider does not take subject tokens of this type.",
      ["value", "expected"], "RFC 8693 §2.1", about("subject_token_type")),
    declare(
      .token, .actorTokenUnknown,
      "The actor token was never issued here.",
      ["value"], "RFC 8693 §2.2.2", about("actor_token")),
    declare(
      .token, .actorTokenExpired,
      "The actor token has expired.",
      times, "RFC 8693 §2.2.2", about("actor_token")),
    declare(
      .token, .actorTokenRevoked,
      "The actor token has been revoked or used.",
      ["value"], "RFC 8693 §2.2.2", about("actor_token")),
    declare(
      .token, .actorTokenOtherClient,
      "The actor token is one of another client, and this client may not send it.",
      ["value"], "RFC 8693 §2.2.2", about("actor_token")),
    declare(
      .token, .actorTypeUnsupported,
      "The provider does not take actor tokens of this type.",
      ["value", "expected"], "RFC 8693 §2.1", about("actor_token_type")),
  ]

  private static let exchangeTargets: [Declaration] = [
    declare(
      .token, .actorNotAllowed,
      "The claim may_act of the subject token names another actor.",
      ["value", "expected"], "RFC 8693 §4.4", about("actor_token")),
    declare(
      .token, .actorChainLong,
      "Too many parties have acted before this one.",
      ["value"], "RFC 8693 §4.1", about("subject_token")),
    declare(
      .token, .requestedTypeUnsupported,
      "The provider does not issue tokens of this type for this subject token.",
      ["value", "expected"], "RFC 8693 §2.1", about("requested_token_type")),
    declare(
      .token, .audienceMissing,
      "A token for another authorization server is requested, and audience does not name one server.",
      ["param"], "draft-ietf-oauth-identity-assertion-authz-grant §4.3", about("audience")),
    declare(
      .token, .audienceNotAllowed,
      "The client may not request a token for this audience.",
      ["value", "expected"], "RFC 8693 §2.2.2", about("audience")),
  ]
}
