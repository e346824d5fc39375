/// Conditions of proofs of possession, DPoP (RFC 9449).
extension Sandbox.Condition {
  /// The request needs a DPoP proof, and has none.
  public static let dpopProofMissing: Self = "dpop_proof_missing"
  /// The request has more than one DPoP header.
  public static let dpopProofRepeated: Self = "dpop_proof_repeated"
  /// The DPoP proof is not a signed JWT of at most 16 KiB.
  public static let dpopProofUnreadable: Self = "dpop_proof_unreadable"
  /// A claim of the DPoP proof is missing, or has a wrong type.
  public static let dpopClaimInvalid: Self = "dpop_claim_invalid"
  /// The typ of the DPoP proof is not dpop+jwt.
  public static let dpopTypeWrong: Self = "dpop_type_wrong"
  /// The alg of the DPoP proof is not one that the provider reads.
  public static let dpopAlgUnsupported: Self = "dpop_alg_unsupported"
  /// The jwk of the DPoP proof is missing, is not public, or does not fit its alg.
  public static let dpopKeyInvalid: Self = "dpop_key_invalid"
  /// The key in the DPoP proof does not verify its signature.
  public static let dpopSignatureWrong: Self = "dpop_signature_wrong"
  /// The claim htm of the DPoP proof is not the method of the request.
  public static let dpopMethodWrong: Self = "dpop_method_wrong"
  /// The claim htu of the DPoP proof is not the address of the request.
  public static let dpopAddressWrong: Self = "dpop_address_wrong"
  /// The DPoP proof needs a nonce of the server, and has none.
  public static let dpopNonceMissing: Self = "dpop_nonce_missing"
  /// The claim nonce of the DPoP proof is not a nonce that is accepted now.
  public static let dpopNonceWrong: Self = "dpop_nonce_wrong"
  /// The claim iat of the DPoP proof is too long ago.
  public static let dpopProofExpired: Self = "dpop_proof_expired"
  /// The claim iat of the DPoP proof is in the future.
  public static let dpopProofNotYetValid: Self = "dpop_proof_not_yet_valid"
  /// The DPoP proof was used before.
  public static let dpopProofReused: Self = "dpop_proof_reused"
  /// The claim ath of the DPoP proof is not the hash of the access token.
  public static let dpopTokenHashWrong: Self = "dpop_token_hash_wrong"
  /// The code or the token is bound to another key than that of the DPoP proof.
  public static let dpopKeyOther: Self = "dpop_key_other"
  /// The access token is bound to a key, and was sent as a Bearer token.
  public static let dpopTokenDowngraded: Self = "dpop_token_downgraded"
  /// The access token is bound to no key, and was sent with the scheme DPoP.
  public static let dpopTokenUnbound: Self = "dpop_token_unbound"
}
