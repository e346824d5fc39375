/// Conditions of proofs of possession, DPoP (RFC 9449).
extension Condition {
  package static let dpopProofMissing = Condition("dpop_proof_missing")
  package static let dpopProofRepeated = Condition("dpop_proof_repeated")
  package static let dpopProofUnreadable = Condition("dpop_proof_unreadable")
  package static let dpopClaimInvalid = Condition("dpop_claim_invalid")
  package static let dpopTypeWrong = Condition("dpop_type_wrong")
  package static let dpopAlgUnsupported = Condition("dpop_alg_unsupported")
  package static let dpopKeyInvalid = Condition("dpop_key_invalid")
  package static let dpopSignatureWrong = Condition("dpop_signature_wrong")
  package static let dpopMethodWrong = Condition("dpop_method_wrong")
  package static let dpopAddressWrong = Condition("dpop_address_wrong")
  package static let dpopNonceMissing = Condition("dpop_nonce_missing")
  package static let dpopNonceWrong = Condition("dpop_nonce_wrong")
  package static let dpopProofExpired = Condition("dpop_proof_expired")
  package static let dpopProofNotYetValid = Condition("dpop_proof_not_yet_valid")
  package static let dpopProofReused = Condition("dpop_proof_reused")
  package static let dpopTokenHashWrong = Condition("dpop_token_hash_wrong")
  package static let dpopKeyOther = Condition("dpop_key_other")
  package static let dpopTokenDowngraded = Condition("dpop_token_downgraded")
  package static let dpopTokenUnbound = Condition("dpop_token_unbound")

  /// Only a provider with `dpop` has them.
  package static let dpop = Set(dpopDeclarations.map(\.condition))
  /// The response to them has a nonce for the next proof.
  package static let dpopNonces: Set<Condition> = [.dpopNonceMissing, .dpopNonceWrong]

  static let dpopDeclarations: [Declaration] =
    proofs(at: .token) + keys + proofs(at: .pushedAuthorization) + pushes + proofs(at: .resource)
    + tokens

  private static let check = "RFC 9449 §4.3"

  private static func proofs(at catalogue: Catalogue) -> [Declaration] {
    func proof(
      _ condition: Condition, _ summary: String, _ facts: [String] = [], _ clause: String = check
    ) -> Declaration {
      declare(catalogue, condition, summary, facts, clause)
    }
    let missing = proof(
      .dpopProofMissing, "The request needs a DPoP proof, and has none.", [],
      catalogue == .token ? "RFC 9449 §5" : "RFC 9449 §7.1")
    // A request may always be pushed without a proof.
    return (catalogue == .pushedAuthorization ? [] : [missing]) + [
      proof(.dpopProofRepeated, "The request has more than one DPoP header.", ["count"]),
      proof(.dpopProofUnreadable, "The DPoP proof is not a signed JWT of at most 16 KiB."),
      proof(
        .dpopClaimInvalid, "A claim of the DPoP proof is missing, or has a wrong type.",
        ["param", "value"], "RFC 9449 §4.2"),
      proof(
        .dpopTypeWrong, "The typ of the DPoP proof is not dpop+jwt.", ["value", "expected"]),
      proof(
        .dpopAlgUnsupported, "The alg of the DPoP proof is not one that the provider reads.",
        ["value", "expected"]),
      proof(
        .dpopKeyInvalid,
        "The jwk of the DPoP proof is missing, is not public, or does not fit its alg."),
      proof(.dpopSignatureWrong, "The key in the DPoP proof does not verify its signature."),
      proof(
        .dpopMethodWrong, "The claim htm of the DPoP proof is not the method of the request.",
        ["value", "expected"]),
      proof(
        .dpopAddressWrong, "The claim htu of the DPoP proof is not the address of the request.",
        ["value", "expected"]),
      proof(
        .dpopNonceMissing, "The DPoP proof needs a nonce of the server, and has none.", [],
        "RFC 9449 §8"),
      proof(
        .dpopNonceWrong, "The claim nonce of the DPoP proof is not a nonce that is accepted now.",
        ["value"], "RFC 9449 §8"),
      proof(
        .dpopProofExpired, "The claim iat of the DPoP proof is too long ago.", ["value", "now"]),
      proof(
        .dpopProofNotYetValid, "The claim iat of the DPoP proof is in the future.",
        ["value", "now"]),
      proof(
        .dpopProofReused, "The DPoP proof was used before.", ["value"], "RFC 9449 §11.1"),
    ]
  }

  /// At the token endpoint.
  private static let keys = [
    declare(
      .token, .dpopKeyOther,
      "The code or the token is bound to another key than that of the DPoP proof.",
      ["value", "expected"], "RFC 9449 §5")
  ]

  /// At the endpoint for pushed authorization requests.
  private static let pushes = [
    declare(
      .pushedAuthorization, .dpopKeyOther,
      "The dpop_jkt of the request is the thumbprint of another key than that of the DPoP proof.",
      ["value", "expected"], "RFC 9449 §10.1")
  ]

  /// At resources.
  private static let tokens = [
    declare(
      .resource, .dpopTokenHashWrong,
      "The claim ath of the DPoP proof is not the hash of the access token.",
      ["value", "expected"], check),
    declare(
      .resource, .dpopKeyOther,
      "The access token is bound to another key than that of the DPoP proof.",
      ["value", "expected"], check),
    declare(
      .resource, .dpopTokenDowngraded,
      "The access token is bound to a key, and was sent as a Bearer token.", [], "RFC 9449 §7.2",
      .credential(.access)),
    declare(
      .resource, .dpopTokenUnbound,
      "The access token is bound to no key, and was sent with the scheme DPoP.", [],
      "RFC 9449 §7.1", .credential(.access)),
  ]
}
