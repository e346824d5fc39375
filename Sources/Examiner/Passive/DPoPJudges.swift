import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// Proofs of possession (RFC 9449).
enum DPoPJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "dpop-typ": type, "dpop-jwk": key, "dpop-alg": algorithm, "dpop-htm": method,
    "dpop-htu": address, "dpop-ath": hash, "dpop-jti-unique": unique, "dpop-iat-fresh": fresh,
    "dpop-scheme": scheme,
  ]

  private static let noun = "DPoP proof"

  private static func each(
    _ seen: PassiveCase, _ held: String, wrong: (SentJWT) -> String?
  ) -> PassiveResult {
    seen.eachJWT(\.proofText, noun, held, wrong: wrong)
  }

  // MARK: Header

  private static func type(_ seen: PassiveCase) -> PassiveResult {
    if let sent = seen.all.first(where: { isUnreadable($0.proofText, of: $0) }) {
      return .broken("the header DPoP is not a signed JWT", at: sent)
    }
    return each(seen, "each of the type dpop+jwt") { proof in
      // A media type, whose case does not count (RFC 7515 §4.1.9).
      proof.header["typ"]?.stringValue?.lowercased() == "dpop+jwt"
        ? nil
        : "the typ of a DPoP proof is \(proof.header["typ"]?.text() ?? "missing")"
    }
  }

  private static func isUnreadable(_ text: String?, of sent: Sent) -> Bool {
    text.map { !Hidden.isIn($0) && SentJWT($0, of: sent) == nil } ?? false
  }

  private static func key(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each with its public key") { proof in
      guard let jwk = proof.header["jwk"] else { return "a DPoP proof has no jwk in its header" }
      return ClientKeys.secretSign(of: jwk).map {
        "the jwk of a DPoP proof is a key \($0), which is a secret"
      }
    }
  }

  private static func algorithm(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each signed by a private key") { proof in
      proof.isAsymmetric ? nil : "the alg of a DPoP proof is \(proof.algorithm)"
    }
  }

  // MARK: The request

  private static func method(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each for the method of its request") { proof in
      let found = proof.claim("htm")
      return found.map { ExactText.same($0, proof.sent.method) } == true
        ? nil
        : "the htm of a DPoP proof is \(found ?? "missing"), and its request is a \(proof.sent.method)"
    }
  }

  private static func address(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each for the address of its request") { proof in
      guard let found = proof.claim("htu") else { return "a DPoP proof has no htu" }
      let uri = URIReference(found)
      if uri.query != nil || uri.fragment != nil {
        return "the htu of a DPoP proof has a \(uri.query == nil ? "fragment" : "query")"
      }
      // Behind a proxy, the server knows by which addresses it is reached.
      return isRefused(proof, [.dpopAddressWrong])
        ? "the htu of a DPoP proof is \(found), and its request went to \(proof.sent.path)" : nil
    }
  }

  private static func isRefused(_ proof: SentJWT, _ conditions: [Condition]) -> Bool {
    conditions.contains { $0.name == proof.sent.exchange.condition }
  }

  private static func hash(_ seen: PassiveCase) -> PassiveResult {
    /// The proof of a call with a token.
    func proofText(_ sent: Sent) -> String? {
      sent.exchange.kind == "resource" && sent.headerToken != nil ? sent.proofText : nil
    }
    if seen.all.contains(where: { proofText($0) != nil && Hidden.isIn($0.headerToken ?? "") }) {
      return .cannotSay(Hidden.why)
    }
    return seen.eachJWT(
      proofText, "\(noun) with an access token", "each with the hash of its token",
      wrong: { proof in
        let expected = Base64URL.encode(Digest.sha256(Array((proof.sent.headerToken ?? "").utf8)))
        return proof.claim("ath") == expected
          ? nil
          : "the ath of a DPoP proof is \(proof.claim("ath") ?? "missing"), expected \(expected)"
      })
  }

  // MARK: One proof, one request

  private static func unique(_ seen: PassiveCase) -> PassiveResult {
    var known: Set<String> = []
    return each(seen, "each with a jti of its own") { proof in
      guard let id = proof.claim("jti"), !id.isEmpty else { return "a DPoP proof has no jti" }
      return known.insert(id).inserted ? nil : "two DPoP proofs have the same jti"
    }
  }

  private static func fresh(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each made for its request") { proof in
      if proof.claims["iat"]?.numberText == nil { return "a DPoP proof has no iat" }
      if isRefused(proof, [.dpopProofExpired]) {
        return "a DPoP proof was too old when it arrived, by its iat"
      }
      return isRefused(proof, [.dpopProofNotYetValid])
        ? "the iat of a DPoP proof is in the future" : nil
    }
  }

  // MARK: Tokens

  /// The access tokens of each episode that were issued as bound to a key.
  private static func bound(_ seen: PassiveCase) -> [Int: Set<String>] {
    var bound: [Int: Set<String>] = [:]
    for sent in seen.tokens where sent.isTaken {
      guard let body = try? JSONReader().read(sent.exchange.answer.body, file: "").root,
        body["token_type"]?.stringValue?.lowercased() == "dpop",
        let token = body["access_token"]?.stringValue
      else { continue }
      bound[sent.episode, default: []].insert(token)
    }
    return bound
  }

  private static func scheme(_ seen: PassiveCase) -> PassiveResult {
    let bound = bound(seen)
    guard !bound.isEmpty else {
      return seen.tokens.isEmpty
        ? .nothingSeen("no token request was seen")
        : .notApplicable("it was given no DPoP-bound access token")
    }
    let calls = seen.resources.filter { call in
      call.headerToken.map { bound[call.episode]?.contains($0) == true } == true
    }
    guard !calls.isEmpty else {
      return seen.resources.contains { Hidden.isIn($0.authorization ?? "") }
        ? .cannotSay(Hidden.why)
        : .notApplicable("it sent no DPoP-bound access token in a header")
    }
    return seen.each(calls, "resource request", "each with the scheme DPoP and a proof") { call in
      if call.scheme == "bearer", isInvited(call, seen) { return nil }
      guard call.scheme == "dpop" else {
        return "a DPoP-bound access token was sent with the scheme \(call.scheme ?? "")"
      }
      return call.proofText == nil ? "a DPoP-bound access token was sent without a proof" : nil
    }
  }

  /// A resource that reads bearer tokens alone may say so (§7.2).
  private static func isInvited(_ call: Sent, _ seen: PassiveCase) -> Bool {
    seen.all.contains { other in
      guard other.episode == call.episode, other.path == call.path,
        other.exchange.number < call.exchange.number, other.status == 401
      else { return false }
      let schemes = other.exchange.answer.headers[values: .wwwAuthenticate].map { $0.lowercased() }
      return schemes.contains { $0.hasPrefix("bearer") }
        && !schemes.contains { $0.hasPrefix("dpop") }
    }
  }
}
