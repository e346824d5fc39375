import Basics
import JOSE
import ProviderModel

/// The header of a proof, and its signature (RFC 9449 §4.3, items 4 to 7).
extension DPoPProof {
  func checkType() throws(Refusal) {
    // `typ` is a media type, whose case does not count (RFC 7515 §4.1.9).
    let type = token.header["typ"]?.stringValue ?? ""
    guard type.lowercased() != Self.type else { return }
    throw Refusal(
      .dpopTypeWrong, at: catalogue, facts: [("value", shown("typ")), ("expected", Self.type)],
      token.header["typ"] == nil
        ? "the header of the DPoP proof has no typ"
        : "the typ of the DPoP proof is \(shown("typ"))",
      remedy: "set typ to \(Self.type)")
  }

  func checkAlgorithm(among known: [SignatureAlgorithm]) throws(Refusal) {
    guard !known.contains(where: { $0.rawValue == token.algorithm }) else { return }
    let names = Self.names(of: known)
    throw Refusal(
      .dpopAlgUnsupported, at: catalogue,
      facts: [("value", token.algorithm.shortened), ("expected", names)],
      token.algorithm == "none"
        ? "the DPoP proof is not signed: its alg is none"
        : "the alg of the DPoP proof is \(token.algorithm.shortened)",
      remedy: .say("sign by \(names)"))
  }

  static func names(of algorithms: [SignatureAlgorithm]) -> String {
    algorithms.map(\.rawValue).joined(separator: " or ")
  }

  /// The public key in the header.
  func key() throws(Refusal) -> VerifyingKey {
    func invalid(_ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(.dpopKeyInvalid, at: catalogue, sentence, remedy: remedy)
    }
    guard let jwk = token.header["jwk"] else {
      throw invalid(
        "the header of the DPoP proof has no jwk", "put the public key into jwk, as a JWK")
    }
    if let sign = ClientKeys.secretSign(of: jwk) {
      throw invalid(
        "the jwk of the DPoP proof is a key \(sign), which is a secret",
        "put the public key alone into jwk, and draw a new key: this one was sent")
    }
    let key: VerifyingKey
    do throws(KeyError) {
      key = try VerifyingKey(jwk: jwk)
    } catch {
      throw invalid(
        "the jwk of the DPoP proof is not a key that is read here: \(error.sentence)",
        "use an RSA key of 2048 bits or a P-256 key")
    }
    guard key.algorithm.rawValue == token.algorithm else {
      throw invalid(
        "the jwk of the DPoP proof is for \(key.algorithm.rawValue), and its alg is \(token.algorithm)",
        "set alg to \(key.algorithm.rawValue)")
    }
    return key
  }

  func checkSignature(by key: VerifyingKey) throws(Refusal) {
    guard !key.isValid(token.signature, for: token.signingInput) else { return }
    throw Refusal(
      .dpopSignatureWrong, at: catalogue,
      "the jwk of the DPoP proof does not verify its signature",
      remedy:
        "sign with the private key that belongs to jwk, as RFC 7518 §3.4 has it: r and s, and no DER"
    )
  }
}
