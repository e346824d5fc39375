import Basics
import JOSE
import ProviderModel

/// The header of a proof, and its signature (RFC 9449 §4.3, items 4 to 7).
extension DPoPProof {
  func checkType() throws(Refusal) {
    guard jwt.type != Self.type else { return }
    throw Refusal(
      .dpopTypeWrong, at: catalogue,
      facts: [("value", token.header.shown("typ")), ("expected", Self.type)],
      token.header["typ"] == nil
        ? "the header of the DPoP proof has no typ"
        : "the typ of the DPoP proof is \(token.header.shown("typ"))",
      remedy: "set typ to \(Self.type)")
  }

  /// The public key in the header.
  /// - Parameter known: the algorithms that the provider reads.
  func key(among known: [SignatureAlgorithm]) throws(Refusal) -> VerifyingKey {
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
        "put the public key alone into jwk, and generate a new key: this private key was disclosed")
    }
    let key: VerifyingKey
    do throws(KeyError) {
      key = try VerifyingKey(jwk: jwk)
    } catch {
      throw invalid(
        "the jwk of the DPoP proof is not a key that is read here: \(error.sentence)",
        .say(
          ["use", "key_ops", "alg"].contains { jwk[$0] != nil }
            ? "leave use, key_ops and alg out of jwk"
            : "use \(known.map(\.keyType.title).unique.joined(separator: " or "))"))
    }
    guard key.signs(with: token.algorithm) else {
      let fitting = key.algorithms.filter(known.contains).map(\.rawValue)
      throw invalid(
        "the jwk of the DPoP proof is for \(key.algorithmNames), and its alg is \(token.algorithm)",
        .say(
          fitting.isEmpty
            ? "use a key for \(token.algorithm)" : "set alg to \(fitting.joined(separator: " or "))"
        ))
    }
    return key
  }

  func checkSignature(by key: VerifyingKey) throws(Refusal) {
    guard (try? JWS.verify(token, keys: [key])) == nil else { return }
    throw Refusal(
      .dpopSignatureWrong, at: catalogue,
      "the jwk of the DPoP proof does not verify its signature",
      remedy:
        "sign with the private key that belongs to jwk, as RFC 7518 §3.4 has it: r and s, and no DER"
    )
  }
}
