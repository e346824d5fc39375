extension Condition {
  /// Every condition that the engine detects, once for each catalogue in which its meaning differs.
  package static let declarations: [Declaration] =
    authorizeDeclarations + clientDeclarations + tokenDeclarations + resourceDeclarations
    + registrationDeclarations + documentDeclarations + deviceDeclarations + mcpDeclarations
    + assertionDeclarations + dpopDeclarations + trustDeclarations + exchangeDeclarations
    + pushDeclarations + requestObjectDeclarations + detailsDeclarations
    + encryptionDeclarations + signingDeclarations + fedCMDeclarations
    + mutualTLSDeclarations + unreadRequestDeclarations

  /// Conditions that came later than the first fixtures, and what a fixture that has no wire form for one says instead:
  /// what it was told apart from, or what comes nearest.
  static let elders: [Condition: Condition] = [
    .challengeMalformed: .parameterInvalid, .temporarilyUnavailable: .serverError,
    .serverError: .notSignedIn,
    .resourceInvalid: .parameterInvalid, .acrUnmet: .loginRequired,
    .idTokenHintInvalid: .parameterInvalid, .tokenMalformed: .tokenUnknown,
    .signingAlgUnsupported: .serverError,
    .authenticationInsufficient: .scopeInsufficient, .personMissing: .tokenUnknown,
    .documentAddressInvalid: .clientUnknown, .documentHostRefused: .documentUnfetched,
    .documentUnfetched: .clientUnknown, .documentTooLarge: .documentUnfetched,
    .documentUnreadable: .documentInvalid, .documentOtherClient: .documentInvalid,
    .documentSecret: .documentInvalid, .documentInvalid: .clientUnknown,
    .requestURIUnknown: .clientUnknown, .requestURIExpired: .requestURIUnknown,
    .requestURIUsed: .requestURIUnknown, .requestURIOtherClient: .requestURIUnknown,
    .pushMissing: .parameterMissing,
    .detailsUnreadable: .parameterInvalid, .detailsTypeUnknown: .parameterInvalid,
    .detailsTypeNotAllowed: .detailsTypeUnknown, .detailsInvalid: .parameterInvalid,
    .detailsExceeded: .scopeExceeded,
    .requestNotSupported: .parameterInvalid, .requestURINotSupported: .parameterInvalid,
    .tokenTypeUnsupported: .tokenOtherClient,
    .requestObjectUnreadable: .clientUnknown, .requestObjectTypeWrong: .requestObjectUnreadable,
    .requestObjectAlgUnsupported: .requestObjectUnreadable,
    .requestObjectKeysMissing: .requestObjectUnreadable,
    .requestObjectKeysUnfetched: .requestObjectUnreadable,
    .requestObjectKeyUnknown: .requestObjectUnreadable,
    .requestObjectSignatureWrong: .requestObjectUnreadable,
    .requestObjectClientWrong: .requestObjectUnreadable,
    .requestObjectIssuerWrong: .requestObjectUnreadable,
    .requestObjectAudienceWrong: .requestObjectUnreadable,
    .requestObjectExpired: .requestObjectUnreadable,
    .requestObjectNotYetValid: .requestObjectUnreadable,
    .requestObjectClaimWrong: .requestObjectUnreadable,
    .requestObjectMismatch: .requestObjectUnreadable,
    .requestObjectMissing: .parameterMissing,
    .requestObjectRepeated: .requestObjectUnreadable, .requestURIInvalid: .requestURIUnfetched,
    .requestURIUnregistered: .requestURIUnfetched, .requestURIUnfetched: .clientUnknown,
    .encryptionKeyMissing: .serverError,
    .slowDown: .authorizationPending, .authorizationPending: .codeUnknown,
    .deviceDenied: .codeUnknown, .deviceCodeUnknown: .codeUnknown,
    .deviceCodeExpired: .codeExpired, .deviceCodeReused: .codeReused,
    .deviceCodeOtherClient: .codeOtherClient,
    .assertionTypeInvalid: .clientAuthUnsupported, .assertionUnreadable: .secretWrong,
    .assertionAlgUnsupported: .secretWrong, .assertionKeysMissing: .secretWrong,
    .assertionKeysUnfetched: .secretWrong, .assertionKeyUnknown: .secretWrong,
    .assertionSignatureWrong: .secretWrong, .assertionIssuerWrong: .secretWrong,
    .assertionSubjectWrong: .secretWrong, .assertionAudienceWrong: .secretWrong,
    .assertionClaimWrong: .secretWrong, .assertionExpiryMissing: .secretWrong,
    .assertionExpiryDistant: .secretWrong, .assertionExpired: .secretWrong,
    .assertionNotYetValid: .secretWrong, .assertionIdMissing: .secretWrong,
    .assertionReused: .secretWrong,
    .tlsMissing: .certificateMissing, .certificateMissing: .secretMissing,
    .certificateUnreadable: .secretWrong, .certificateExpired: .secretWrong,
    .certificateNotYetValid: .secretWrong, .certificateIssuerUnknown: .secretWrong,
    .certificatePurposeWrong: .secretWrong, .certificateSubjectWrong: .secretWrong,
    .certificateUnregistered: .secretWrong, .certificateKeysUnfetched: .secretWrong,
    .dpopProofRepeated: .dpopProofUnreadable, .dpopClaimInvalid: .dpopProofUnreadable,
    .dpopTypeWrong: .dpopProofUnreadable, .dpopAlgUnsupported: .dpopProofUnreadable,
    .dpopKeyInvalid: .dpopProofUnreadable, .dpopSignatureWrong: .dpopProofUnreadable,
    .dpopMethodWrong: .dpopProofUnreadable, .dpopAddressWrong: .dpopProofUnreadable,
    .dpopNonceWrong: .dpopNonceMissing, .dpopNonceMissing: .dpopProofUnreadable,
    .dpopProofExpired: .dpopProofUnreadable, .dpopProofNotYetValid: .dpopProofUnreadable,
    .dpopProofReused: .dpopProofUnreadable, .dpopTokenHashWrong: .dpopProofUnreadable,
    .dpopProofMissing: .dpopProofUnreadable, .dpopTokenUnbound: .dpopTokenDowngraded,
    .subjectTypeUnsupported: .parameterInvalid,
    .actorTypeUnsupported: .parameterInvalid, .requestedTypeUnsupported: .parameterInvalid,
    .audienceMissing: .parameterMissing, .audienceNotAllowed: .resourceInvalid,
  ]

  static func about(_ parameter: String) -> Subject { .parameter(parameter) }

  static func declare(
    _ catalogue: Catalogue, _ condition: Condition, _ summary: String, _ facts: [String] = [],
    _ clause: String, _ subject: Subject = .request
  ) -> Declaration {
    Declaration(
      condition: condition, catalogue: catalogue, summary: summary, facts: facts, clause: clause,
      subject: subject)
  }
}
