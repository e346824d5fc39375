/// Conditions of client authentication by a JWT (RFC 7523 §3).
extension Condition {
  package static let assertionTypeInvalid = Condition("assertion_type_invalid")
  package static let assertionUnreadable = Condition("assertion_unreadable")
  package static let assertionAlgUnsupported = Condition("assertion_alg_unsupported")
  package static let assertionKeysMissing = Condition("assertion_keys_missing")
  package static let assertionKeysUnfetched = Condition("assertion_keys_unfetched")
  package static let assertionKeyUnknown = Condition("assertion_key_unknown")
  package static let assertionSignatureWrong = Condition("assertion_signature_wrong")
  package static let assertionIssuerWrong = Condition("assertion_issuer_wrong")
  package static let assertionSubjectWrong = Condition("assertion_subject_wrong")
  package static let assertionAudienceWrong = Condition("assertion_audience_wrong")
  package static let assertionClaimWrong = Condition("assertion_claim_wrong")
  package static let assertionExpiryMissing = Condition("assertion_expiry_missing")
  package static let assertionExpiryDistant = Condition("assertion_expiry_distant")
  package static let assertionExpired = Condition("assertion_expired")
  package static let assertionNotYetValid = Condition("assertion_not_yet_valid")
  package static let assertionIdMissing = Condition("assertion_id_missing")
  package static let assertionReused = Condition("assertion_reused")

  /// Only a provider that reads JWTs of clients has them.
  package static let assertions = Set(assertionDeclarations.map(\.condition))

  static let assertionDeclarations: [Declaration] = assertionForms + assertionClaims

  private static let claims = "RFC 7523 §3"

  private static func declare(
    _ condition: Condition, _ summary: String, _ facts: [String], _ clause: String
  ) -> Declaration {
    declare(.client, condition, summary, facts, clause, about("client_assertion"))
  }

  private static let assertionForms: [Declaration] = [
    declare(
      .client, .assertionTypeInvalid,
      "The client_assertion_type is missing, or is not the one of JWTs.", ["value", "expected"],
      "RFC 7523 §2.2", about("client_assertion_type")),
    declare(
      .assertionUnreadable, "The JWT of the client is not a signed JWT of at most 16 KiB.",
      ["param"], "RFC 7523 §3"),
    declare(
      .assertionAlgUnsupported,
      "The JWT of the client has an algorithm that the provider, the client's registration or the key does not allow.",
      ["value", "expected"], "RFC 7523 §3"),
    declare(
      .assertionKeysMissing, "The client is registered without the key that its JWT needs.",
      ["value"], "RFC 7591 §2"),
    declare(
      .assertionKeysUnfetched, "The keys at the client's jwks_uri could not be fetched or read.",
      ["value"], "RFC 7591 §2"),
    declare(
      .assertionKeyUnknown, "The client has no key of the name and the algorithm in its JWT.",
      ["value", "expected"], "RFC 7515 §4.1.4"),
    declare(
      .assertionSignatureWrong, "No key of the client verifies the signature of its JWT.", [],
      claims),
  ]

  private static let assertionClaims: [Declaration] = [
    declare(
      .assertionIssuerWrong, "The claim iss of the client's JWT has another value.",
      ["value", "expected"], claims),
    declare(
      .assertionSubjectWrong, "The claim sub of the client's JWT is not the client.",
      ["value", "expected"], claims),
    declare(
      .assertionAudienceWrong, "The claim aud of the client's JWT is not this server.",
      ["value", "expected"], claims),
    declare(
      .assertionClaimWrong, "A claim of the client's JWT has a wrong value.",
      ["param", "value", "expected"], claims),
    declare(
      .assertionExpiryMissing, "The client's JWT has no claim exp.", ["param"], claims),
    declare(
      .assertionExpiryDistant, "The client's JWT is valid for too long.", ["value", "now"], claims),
    declare(.assertionExpired, "The client's JWT has expired.", ["value", "now"], claims),
    declare(
      .assertionNotYetValid, "The claim nbf or iat of the client's JWT is in the future.",
      ["param", "value", "now"], claims),
    declare(
      .assertionIdMissing, "The client's JWT has no claim jti.", ["param"],
      "OpenID Connect Core §9"),
    declare(
      .assertionReused, "The client's JWT was used before.", ["value"], claims),
  ]
}
