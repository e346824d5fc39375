import ProviderModel

/// A role in which a JWT is presented (RFC 7523 §2, RFC 9101 §4): its checks are the same in each, and the conditions of its refusals differ.
struct JWTRole: Sendable {
  let catalogue: Condition.Catalogue
  /// The party that signs, for sentences.
  let signer: String
  /// The kind of JWT, for sentences.
  var noun = "JWT"
  /// Whether a parameter holds the JWT.
  var isParameter = true
  let unreadable: Condition
  let algUnsupported: Condition
  let keysMissing: Condition
  let keyUnknown: Condition
  let keysUnfetched: Condition
  let signatureWrong: Condition
  let audienceWrong: Condition
  let claimWrong: Condition
  let expiryMissing: Condition
  let expiryDistant: Condition
  let expired: Condition
  let notYetValid: Condition
  let idMissing: Condition
  let reused: Condition
  /// The specification by which a client secret signs.
  var secretClause: String?

  /// A client authenticates by it (RFC 7523 §2.2).
  static let client = JWTRole(
    catalogue: .client, signer: "client",
    unreadable: .assertionUnreadable, algUnsupported: .assertionAlgUnsupported,
    keysMissing: .assertionKeysMissing, keyUnknown: .assertionKeyUnknown,
    keysUnfetched: .assertionKeysUnfetched, signatureWrong: .assertionSignatureWrong,
    audienceWrong: .assertionAudienceWrong, claimWrong: .assertionClaimWrong,
    expiryMissing: .assertionExpiryMissing, expiryDistant: .assertionExpiryDistant,
    expired: .assertionExpired, notYetValid: .assertionNotYetValid, idMissing: .assertionIdMissing,
    reused: .assertionReused, secretClause: "OpenID Connect Core §9")

  /// Another issuer vouches for a subject by it (RFC 7523 §2.1). The cast trusts no issuer without keys.
  static let grant = JWTRole(
    catalogue: .token, signer: "issuer",
    unreadable: .jwtUnreadable, algUnsupported: .jwtAlgUnsupported,
    keysMissing: .jwtKeyUnknown, keyUnknown: .jwtKeyUnknown, keysUnfetched: .jwtKeysUnfetched,
    signatureWrong: .jwtSignatureWrong,
    audienceWrong: .jwtAudienceWrong, claimWrong: .jwtClaimWrong,
    expiryMissing: .jwtExpiryMissing, expiryDistant: .jwtExpiryDistant,
    expired: .jwtExpired, notYetValid: .jwtNotYetValid, idMissing: .jwtIdMissing,
    reused: .jwtReused)

  /// An authorization request (RFC 9101). It needs neither `exp` nor `jti`, so no condition is for them.
  static let request = JWTRole(
    catalogue: .authorize, signer: "client",
    unreadable: .requestObjectUnreadable, algUnsupported: .requestObjectAlgUnsupported,
    keysMissing: .requestObjectKeysMissing, keyUnknown: .requestObjectKeyUnknown,
    keysUnfetched: .requestObjectKeysUnfetched, signatureWrong: .requestObjectSignatureWrong,
    audienceWrong: .requestObjectAudienceWrong, claimWrong: .requestObjectClaimWrong,
    expiryMissing: .requestObjectClaimWrong, expiryDistant: .requestObjectClaimWrong,
    expired: .requestObjectExpired, notYetValid: .requestObjectNotYetValid,
    idMissing: .requestObjectClaimWrong, reused: .requestObjectClaimWrong,
    secretClause: "OpenID Connect Core §6.1")

  /// A client proves by it that it has a key (RFC 9449 §4). The key is in the JWT, which names no audience.
  static func proof(at catalogue: Condition.Catalogue) -> JWTRole {
    JWTRole(
      catalogue: catalogue, signer: "client", noun: "DPoP proof", isParameter: false,
      unreadable: .dpopProofUnreadable, algUnsupported: .dpopAlgUnsupported,
      keysMissing: .dpopKeyInvalid, keyUnknown: .dpopKeyInvalid, keysUnfetched: .dpopKeyInvalid,
      signatureWrong: .dpopSignatureWrong,
      audienceWrong: .dpopAddressWrong, claimWrong: .dpopClaimInvalid,
      expiryMissing: .dpopClaimInvalid, expiryDistant: .dpopProofNotYetValid,
      expired: .dpopProofExpired, notYetValid: .dpopProofNotYetValid,
      idMissing: .dpopClaimInvalid, reused: .dpopProofReused)
  }
}
