/// Conditions of token exchange (RFC 8693).
extension Sandbox.Condition {
  /// The subject token was never issued here.
  public static let subjectTokenUnknown: Self = "subject_token_unknown"
  /// The subject token has expired.
  public static let subjectTokenExpired: Self = "subject_token_expired"
  /// The subject token has been revoked or used.
  public static let subjectTokenRevoked: Self = "subject_token_revoked"
  /// The subject token is one of another client, and this client may not exchange it.
  public static let subjectTokenOtherClient: Self = "subject_token_other_client"
  /// The provider does not take subject tokens of this type.
  public static let subjectTypeUnsupported: Self = "subject_type_unsupported"
  /// The actor token was never issued here.
  public static let actorTokenUnknown: Self = "actor_token_unknown"
  /// The actor token has expired.
  public static let actorTokenExpired: Self = "actor_token_expired"
  /// The actor token has been revoked or used.
  public static let actorTokenRevoked: Self = "actor_token_revoked"
  /// The actor token is one of another client, and this client may not send it.
  public static let actorTokenOtherClient: Self = "actor_token_other_client"
  /// The provider does not take actor tokens of this type.
  public static let actorTypeUnsupported: Self = "actor_type_unsupported"
  /// The claim may_act of the subject token names another actor.
  public static let actorNotAllowed: Self = "actor_not_allowed"
  /// Too many parties have acted before this one.
  public static let actorChainLong: Self = "actor_chain_long"
  /// The provider does not issue tokens of this type for this subject token.
  public static let requestedTypeUnsupported: Self = "requested_type_unsupported"
  /// A token for another authorization server is requested, and audience does not name one server.
  public static let audienceMissing: Self = "audience_missing"
  /// The client may not request a token for this audience.
  public static let audienceNotAllowed: Self = "audience_not_allowed"
}
