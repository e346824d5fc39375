/// Conditions of JWTs of other issuers, at the grants that take them (RFC 7523 §3).
extension Condition {
  package static let jwtUnreadable = Condition("jwt_unreadable")
  package static let jwtTypeUnsupported = Condition("jwt_type_unsupported")
  package static let jwtIssuerUntrusted = Condition("jwt_issuer_untrusted")
  package static let jwtAlgUnsupported = Condition("jwt_alg_unsupported")
  package static let jwtKeysUnfetched = Condition("jwt_keys_unfetched")
  package static let jwtKeyUnknown = Condition("jwt_key_unknown")
  package static let jwtSignatureWrong = Condition("jwt_signature_wrong")
  package static let jwtAudienceWrong = Condition("jwt_audience_wrong")
  package static let jwtSubjectMissing = Condition("jwt_subject_missing")
  package static let jwtSubjectNotAllowed = Condition("jwt_subject_not_allowed")
  package static let jwtClaimWrong = Condition("jwt_claim_wrong")
  package static let jwtExpiryMissing = Condition("jwt_expiry_missing")
  package static let jwtExpiryDistant = Condition("jwt_expiry_distant")
  package static let jwtExpired = Condition("jwt_expired")
  package static let jwtNotYetValid = Condition("jwt_not_yet_valid")
  package static let jwtIdMissing = Condition("jwt_id_missing")
  package static let jwtReused = Condition("jwt_reused")
  package static let jwtClientWrong = Condition("jwt_client_wrong")
  package static let jwtPersonUnknown = Condition("jwt_person_unknown")

  /// Only a provider with a grant that takes JWTs of other issuers has them.
  package static let trusts = Set(trustDeclarations.map(\.condition))

  static let trustDeclarations: [Declaration] = trustedForms + trustedClaims

  private static func declare(
    _ condition: Condition, _ summary: String, _ facts: [String], _ clause: String = "RFC 7523 §3"
  ) -> Declaration {
    declare(.token, condition, summary, facts, clause, about("assertion"))
  }

  private static let trustedForms: [Declaration] = [
    declare(
      .jwtUnreadable, "The JWT is not a signed JWT of at most 16 KiB.",
      ["param"]),
    declare(
      .jwtTypeUnsupported, "The grant does not take JWTs with this typ.",
      ["value", "expected"], "RFC 8725 §3.11"),
    declare(
      .jwtIssuerUntrusted, "The cast does not trust the issuer of the JWT, or the JWT names none.",
      ["value", "expected"]),
    declare(
      .jwtAlgUnsupported, "The JWT has an algorithm that is not supported, or has no signature.",
      ["value", "expected"]),
    declare(
      .jwtKeysUnfetched, "The keys at the jwks_uri of the issuer could not be fetched or read.",
      ["value"]),
    declare(
      .jwtKeyUnknown, "The issuer has no key of the name and the algorithm in the JWT.",
      ["value", "expected"], "RFC 7515 §4.1.4"),
    declare(
      .jwtSignatureWrong, "No key of the issuer verifies the signature of the JWT.",
      []),
  ]

  private static let trustedClaims: [Declaration] = [
    declare(
      .jwtAudienceWrong, "The claim aud of the JWT is not this server.",
      ["value", "expected"]),
    declare(
      .jwtSubjectMissing, "The JWT has no claim sub.",
      ["param"]),
    declare(
      .jwtSubjectNotAllowed, "The cast does not trust this subject of the issuer.",
      ["value", "expected"]),
    declare(
      .jwtClaimWrong, "A claim of the JWT has a wrong value.",
      ["param", "value", "expected"]),
    declare(
      .jwtExpiryMissing, "The JWT has no claim exp.",
      ["param"]),
    declare(
      .jwtExpiryDistant, "The JWT is valid for too long.",
      ["value", "now"]),
    declare(
      .jwtExpired, "The JWT has expired.",
      ["value", "now"]),
    declare(
      .jwtNotYetValid, "The claim nbf or iat of the JWT is in the future.",
      ["param", "value", "now"]),
    declare(
      .jwtIdMissing, "The JWT has no claim jti, which the provider requires.",
      ["param"]),
    declare(
      .jwtReused, "The JWT was used before.",
      ["value"]),
    declare(
      .jwtClientWrong, "The cast trusts the issuer for another client.",
      ["value", "expected"]),
    declare(
      .jwtPersonUnknown,
      "No person of the cast has the claim of the JWT, or the person is locked out.",
      ["param", "value"]),
  ]
}
