/// Conditions of the JWTs of other issuers (RFC 7523 §2.1).
extension Sandbox.Condition {
  /// The JWT is not a signed JWT of at most 16 KiB.
  public static let jwtUnreadable: Self = "jwt_unreadable"
  /// The grant does not take JWTs with this typ.
  public static let jwtTypeUnsupported: Self = "jwt_type_unsupported"
  /// The cast does not trust the issuer of the JWT, or the JWT names none.
  public static let jwtIssuerUntrusted: Self = "jwt_issuer_untrusted"
  /// The JWT has an algorithm that is not supported, or has no signature.
  public static let jwtAlgUnsupported: Self = "jwt_alg_unsupported"
  /// The keys at the jwks_uri of the issuer could not be fetched or read.
  public static let jwtKeysUnfetched: Self = "jwt_keys_unfetched"
  /// The issuer has no key of the name and the algorithm in the JWT.
  public static let jwtKeyUnknown: Self = "jwt_key_unknown"
  /// No key of the issuer verifies the signature of the JWT.
  public static let jwtSignatureWrong: Self = "jwt_signature_wrong"
  /// The claim aud of the JWT is not this server.
  public static let jwtAudienceWrong: Self = "jwt_audience_wrong"
  /// The JWT has no claim sub.
  public static let jwtSubjectMissing: Self = "jwt_subject_missing"
  /// The cast does not trust this subject of the issuer.
  public static let jwtSubjectNotAllowed: Self = "jwt_subject_not_allowed"
  /// A claim of the JWT has a wrong value.
  public static let jwtClaimWrong: Self = "jwt_claim_wrong"
  /// The JWT has no claim exp.
  public static let jwtExpiryMissing: Self = "jwt_expiry_missing"
  /// The JWT is valid for too long.
  public static let jwtExpiryDistant: Self = "jwt_expiry_distant"
  /// The JWT has expired.
  public static let jwtExpired: Self = "jwt_expired"
  /// The claim nbf or iat of the JWT is in the future.
  public static let jwtNotYetValid: Self = "jwt_not_yet_valid"
  /// The JWT has no claim jti, which the provider requires.
  public static let jwtIdMissing: Self = "jwt_id_missing"
  /// The JWT was used before.
  public static let jwtReused: Self = "jwt_reused"
  /// The cast trusts the issuer for another client.
  public static let jwtClientWrong: Self = "jwt_client_wrong"
  /// No person of the cast has the claim of the JWT, or the person is locked out.
  public static let jwtPersonUnknown: Self = "jwt_person_unknown"
}
