import ProviderModel

/// A role in which a JWT is presented (RFC 7523 §2): its checks are the same in each, and the conditions of its refusals differ.
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

  /// A client authenticates by it (RFC 7523 §2.2).
  static let client = JWTRole(
    catalogue: .client, signer: "client",
    unreadable: .assertionUnreadable, algUnsupported: .assertionAlgUnsupported,
    keyUnknown: .assertionKeyUnknown, keysUnfetched: .assertionKeysUnfetched,
    signatureWrong: .assertionSignatureWrong,
    audienceWrong: .assertionAudienceWrong, claimWrong: .assertionClaimWrong,
    expiryMissing: .assertionExpiryMissing, expiryDistant: .assertionExpiryDistant,
    expired: .assertionExpired, notYetValid: .assertionNotYetValid, idMissing: .assertionIdMissing,
    reused: .assertionReused)

  /// Another issuer vouches for a subject by it (RFC 7523 §2.1).
  static let grant = JWTRole(
    catalogue: .token, signer: "issuer",
    unreadable: .jwtUnreadable, algUnsupported: .jwtAlgUnsupported,
    keyUnknown: .jwtKeyUnknown, keysUnfetched: .jwtKeysUnfetched,
    signatureWrong: .jwtSignatureWrong,
    audienceWrong: .jwtAudienceWrong, claimWrong: .jwtClaimWrong,
    expiryMissing: .jwtExpiryMissing, expiryDistant: .jwtExpiryDistant,
    expired: .jwtExpired, notYetValid: .jwtNotYetValid, idMissing: .jwtIdMissing,
    reused: .jwtReused)

  /// A client proves by it that it has a key (RFC 9449 §4). The key is in the JWT, which names no audience.
  static func proof(at catalogue: Condition.Catalogue) -> JWTRole {
    JWTRole(
      catalogue: catalogue, signer: "client", noun: "DPoP proof", isParameter: false,
      unreadable: .dpopProofUnreadable, algUnsupported: .dpopAlgUnsupported,
      keyUnknown: .dpopKeyInvalid, keysUnfetched: .dpopKeyInvalid,
      signatureWrong: .dpopSignatureWrong,
      audienceWrong: .dpopAddressWrong, claimWrong: .dpopClaimInvalid,
      expiryMissing: .dpopClaimInvalid, expiryDistant: .dpopProofNotYetValid,
      expired: .dpopProofExpired, notYetValid: .dpopProofNotYetValid,
      idMissing: .dpopClaimInvalid, reused: .dpopProofReused)
  }
}
