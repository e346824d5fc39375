import Basics
import JOSE
import ProviderModel

/// A software statement: a JWT with client metadata that its issuer vouches for (RFC 7591 §2.3).
enum SoftwareStatement {
  static let member = "software_statement"
  /// The largest statement, in bytes.
  private static let mostBytes = 16 << 10
  /// Claims of the token itself, which are no metadata (RFC 7519 §4.1).
  private static let ownClaims: Set<String> = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]

  /// Returns the metadata of a request, with the statement's claims in the place of its own members.
  static func merge(
    into sent: JSONObject, _ rule: RegistrationRule, at now: Instants
  ) throws(Refusal) -> JSONObject {
    guard let value = sent[member], !value.isNull else { return sent }
    guard let text = value.stringValue else {
      throw invalid("software_statement is \(value.kindName)", "send a JWT as a string")
    }
    let claims = try claims(of: text, rule)
    try checkTimes(claims, now)
    var merged = sent
    for claim in claims where !ownClaims.contains(claim.name) { merged[claim.name] = claim.value }
    // RFC 7591 §3.2.1: the statement is returned unmodified.
    merged[member] = value
    return merged
  }

  private static func claims(
    of text: String, _ rule: RegistrationRule
  ) throws(Refusal) -> JSONObject {
    let token: JWS.Parsed
    do {
      token = try JWS.parse(text, maximumBytes: mostBytes)
    } catch {
      throw invalid(
        "software_statement is not a signed JWT: \(error.sentence)", "send it unchanged")
    }
    guard let claims = token.payload.objectValue else {
      throw invalid("the payload of software_statement is not an object", "send a JWT (RFC 7519)")
    }
    guard let name = claims["iss"]?.stringValue else {
      throw invalid(
        "the software_statement has no claim iss, so it names no issuer", "add the claim iss")
    }
    guard let issuer = rule.issuers.first(where: { ExactText.same($0.name, name) })?.rule else {
      let known = rule.issuers.map(\.name).joined(separator: ", ")
      throw Refusal(
        .statementUnapproved, at: .registration, facts: [("param", member), ("value", name)],
        "the issuer of the software_statement, \(name), is not approved",
        remedy: .say(
          known.isEmpty
            ? "leave software_statement out: no issuer is approved here"
            : "use a statement of \(known), or add the issuer to registration.software_statements"))
    }
    try verify(token, issuer, name)
    return claims
  }

  /// Another party made the timestamps, so the wall clock counts.
  private static func checkTimes(_ claims: JSONObject, _ now: Instants) throws(Refusal) {
    func instant(_ name: String) throws(Refusal) -> Double? {
      guard let value = claims[name] else { return nil }
      guard let seconds = value.numberText.flatMap({ Double($0) }) else {
        throw invalid(
          "the claim \(name) of the software_statement is \(value.kindName)",
          "send a number of seconds since 1970 (RFC 7519 §2)")
      }
      return seconds
    }
    if let end = try instant("exp"), Double(now.wall) >= end {
      throw invalid(
        "the software_statement has expired: exp is \(claims["exp"]?.numberText ?? ""), and it is \(now.wall)",
        "get a new statement from its issuer", "RFC 7519 §4.1.4")
    }
    if let start = try instant("nbf"), Double(now.wall) < start {
      throw invalid(
        "the software_statement is not valid yet: nbf is \(claims["nbf"]?.numberText ?? ""), and it is \(now.wall)",
        "wait until then, or correct the issuer's clock", "RFC 7519 §4.1.5")
    }
  }

  private static func verify(
    _ token: JWS.Parsed, _ issuer: StatementIssuer, _ name: String
  ) throws(Refusal) {
    if token.algorithm == "HS256", let secret = issuer.secret, token.header["crit"] == nil {
      let expected = HMAC.sha256(key: Array(secret.utf8), message: token.signingInput)
      guard equalInConstantTime(expected, token.signature) else {
        throw invalid(
          "the secret of \(name) does not make this signature of the software_statement",
          "sign it with the secret of this issuer")
      }
      return
    }
    do {
      let keys = issuer.keys.compactMap { try? VerifyingKey(jwk: $0.value) }
      try JWS.verify(token, keys: keys)
    } catch {
      throw invalid(
        "the software_statement can't be verified as one of \(name): \(error.sentence)",
        "sign it with a key of this issuer")
    }
  }

  private static func invalid(
    _ sentence: String, _ remedy: Remedy, _ clause: String? = nil
  ) -> Refusal {
    Refusal(
      .statementInvalid, at: .registration, facts: [("param", member)], sentence, clause: clause,
      remedy: remedy)
  }
}
