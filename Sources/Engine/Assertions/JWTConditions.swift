import ProviderModel

/// The conditions of a JWT that a client signs, by its purpose: the checks are the same, and a client is told by which JWT
/// it was refused.
struct JWTConditions: Sendable {
  let catalogue: Condition.Catalogue
  let unreadable: Condition
  let algorithmUnsupported: Condition
  let keysMissing: Condition
  let keysUnfetched: Condition
  let keyUnknown: Condition
  let signatureWrong: Condition
  let issuerWrong: Condition
  let subjectWrong: Condition
  let audienceWrong: Condition
  let claimWrong: Condition
  let expiryMissing: Condition
  let expiryDistant: Condition
  let expired: Condition
  let notYetValid: Condition
  let idMissing: Condition
  /// The specification by which the client secret signs.
  let secretClause: String

  /// A JWT by which a client authenticates (RFC 7523).
  static let authentication = JWTConditions(
    catalogue: .client, unreadable: .assertionUnreadable,
    algorithmUnsupported: .assertionAlgUnsupported, keysMissing: .assertionKeysMissing,
    keysUnfetched: .assertionKeysUnfetched, keyUnknown: .assertionKeyUnknown,
    signatureWrong: .assertionSignatureWrong, issuerWrong: .assertionIssuerWrong,
    subjectWrong: .assertionSubjectWrong, audienceWrong: .assertionAudienceWrong,
    claimWrong: .assertionClaimWrong, expiryMissing: .assertionExpiryMissing,
    expiryDistant: .assertionExpiryDistant, expired: .assertionExpired,
    notYetValid: .assertionNotYetValid, idMissing: .assertionIdMissing,
    secretClause: "OpenID Connect Core §9")

  /// A request object (RFC 9101). Its claims have no conditions of their own where no rule is about them.
  static let requestObject = JWTConditions(
    catalogue: .authorize, unreadable: .requestObjectUnreadable,
    algorithmUnsupported: .requestObjectAlgUnsupported, keysMissing: .requestObjectKeysMissing,
    keysUnfetched: .requestObjectKeysUnfetched, keyUnknown: .requestObjectKeyUnknown,
    signatureWrong: .requestObjectSignatureWrong, issuerWrong: .requestObjectIssuerWrong,
    subjectWrong: .requestObjectClaimWrong, audienceWrong: .requestObjectAudienceWrong,
    claimWrong: .requestObjectClaimWrong, expiryMissing: .requestObjectClaimWrong,
    expiryDistant: .requestObjectClaimWrong, expired: .requestObjectExpired,
    notYetValid: .requestObjectNotYetValid, idMissing: .requestObjectClaimWrong,
    secretClause: "OpenID Connect Core §6.1")

  /// - Parameter clause: where it is not the one that the condition is declared with.
  func refusal(
    _ condition: Condition, facts: [(name: String, value: String)] = [], _ sentence: String,
    clause: String? = nil, remedy: Remedy
  ) -> Refusal {
    Refusal(
      condition, at: catalogue, facts: facts, sentence, clause: clause, remedy: remedy)
  }
}
