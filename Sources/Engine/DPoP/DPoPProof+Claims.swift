import Basics
import JOSE
import ProviderModel

/// The claims of a proof (RFC 9449 §4.3, items 3 and 8 to 12).
extension DPoPProof {
  // MARK: Presence

  /// - Parameter isWithToken: whether the proof comes with an access token.
  func checkPresence(isWithToken: Bool) throws(Refusal) {
    for name in ["jti", "htm", "htu"] + (isWithToken ? ["ath"] : []) {
      guard claims[name]?.stringValue?.isEmpty != false else { continue }
      throw invalid(name, "a string")
    }
    if let nonce = claims["nonce"], nonce.stringValue == nil { throw invalid("nonce", "a string") }
    if claims["iat"]?.seconds == nil { throw invalid("iat", "a number: the seconds since 1970") }
  }

  private func invalid(_ name: String, _ type: String) -> Refusal {
    Refusal(
      .dpopClaimInvalid, at: catalogue, facts: [("param", name), ("value", claims.shown(name))],
      claims[name].map {
        let found = $0.stringValue == "" ? "empty" : $0.kindName
        return "the claim \(name) of the DPoP proof is \(found)"
      } ?? "the DPoP proof has no claim \(name)",
      remedy: .say("set \(name) to \(type)"))
  }

  // MARK: Request

  func checkMethod(is expected: String) throws(Refusal) {
    let found = claims["htm"]?.stringValue ?? ""
    guard !ExactText.same(found, expected) else { return }
    throw Refusal(
      .dpopMethodWrong, at: catalogue, facts: [("value", found.shortened), ("expected", expected)],
      "the claim htm of the DPoP proof is \(found.shortened), and the request is a \(expected)",
      remedy: "set htm to \(expected)")
  }

  /// - Parameter addresses: the addresses by which the client may have called, without query and fragment. The first one
  ///   is that of the request.
  func checkAddress(among addresses: [String]) throws(Refusal) {
    let found = claims["htu"]?.stringValue ?? ""
    let place = URIReference(found).normalizedPlace
    guard !addresses.contains(where: { URIReference($0).normalizedPlace == place }) else { return }
    let expected = addresses.first ?? ""
    throw Refusal(
      .dpopAddressWrong, at: catalogue,
      facts: [("value", found.shortened), ("expected", expected)],
      "the claim htu of the DPoP proof is \(found.shortened), and the request went to \(expected)",
      remedy: "set htu to \(expected)")
  }

  // MARK: Times

  /// Compares `iat` with the real time: the client made it.
  /// - Returns: the instant from which on the proof is too old.
  func checkTime(within window: Int, wall: Int) throws(Refusal) -> Int {
    let made = claims["iat"]?.seconds ?? 0
    let facts = [("value", String(made)), ("now", String(wall))].map { (name: $0.0, value: $0.1) }
    guard made <= wall + window else {
      throw Refusal(
        .dpopProofNotYetValid, at: catalogue, facts: facts,
        "the claim iat of the DPoP proof is \(made - wall) s in the future, and may be \(window) s off",
        remedy: "correct the client's clock")
    }
    guard made >= wall - window else {
      throw Refusal(
        .dpopProofExpired, at: catalogue, facts: facts,
        "the DPoP proof was made \(wall - made) s ago, by its claim iat, and may be \(window) s old",
        remedy: "make a new proof for each request, and correct the client's clock")
    }
    return made + window
  }

  // MARK: Token

  /// The value of `ath` for a token (RFC 9449 §4.2).
  static func hash(_ token: String) -> String {
    Base64URL.encode(Digest.sha256(Array(token.utf8)))
  }

  func checkHash(of token: String) throws(Refusal) {
    let found = claims["ath"]?.stringValue ?? ""
    let expected = Self.hash(token)
    guard !equalInConstantTime(Array(found.utf8), Array(expected.utf8)) else { return }
    throw Refusal(
      .dpopTokenHashWrong, at: catalogue,
      facts: [("value", found.shortened), ("expected", expected)],
      "the claim ath of the DPoP proof is \(found.shortened), which is not the hash of the access token",
      remedy: "set ath to the base64url of the SHA-256 of the access token that the request has")
  }
}
