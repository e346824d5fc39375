import Basics
import ProviderModel

/// JWTs by which a client authenticates (RFC 7523 §2.2, OpenID Connect Core §9).
enum ClientAssertionJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "jwt-auth-type": type, "jwt-auth-alg": algorithm, "jwt-auth-iss-sub": party,
    "jwt-auth-aud": audience, "jwt-auth-aud-issuer": issuer, "jwt-auth-exp": expiry,
    "jwt-auth-jti": identifier,
  ]

  private static let noun = "client_assertion"

  private static func each(
    _ seen: PassiveCase, _ held: String, wrong: (SentJWT) -> String?
  ) -> PassiveResult {
    seen.eachJWT(\.assertionText, noun, held, wrong: wrong)
  }

  private static func isRefused(_ jwt: SentJWT, _ conditions: [Condition]) -> Bool {
    conditions.contains { $0.name == jwt.sent.exchange.condition }
  }

  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  private static func type(_ seen: PassiveCase) -> PassiveResult {
    let sent = seen.all.filter { $0.assertionText != nil }
    guard !sent.isEmpty else {
      return seen.all.isEmpty
        ? .nothingSeen("no request was seen") : .notApplicable("it sent no \(noun)")
    }
    return seen.each(sent, "request with a \(noun)", "each with its type") { sent in
      let found = sent.value("client_assertion_type")
      return found == type
        ? nil : "client_assertion_type is \(found ?? "missing"), expected \(type)"
    }
  }

  private static func algorithm(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each signed") { jwt in
      // With a secret, HS256 is client_secret_jwt.
      let isByItsSecret = jwt.algorithm.hasPrefix("HS") && jwt.sent.subject.secret != nil
      return jwt.isAsymmetric || isByItsSecret
        ? nil : "the alg of a \(noun) is \(jwt.algorithm)"
    }
  }

  private static func party(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each with the client as iss and sub") { jwt in
      let client = jwt.sent.value("client_id") ?? jwt.sent.subject.clientID
      for name in ["iss", "sub"] {
        guard let found = jwt.claim(name) else { return "a \(noun) has no \(name)" }
        if let client, !ExactText.same(found, client) {
          return "the \(name) of a \(noun) is \(found), and the client is \(client)"
        }
      }
      return jwt.claim("iss") == jwt.claim("sub") ? nil : "iss and sub of a \(noun) differ"
    }
  }

  private static func audiences(_ jwt: SentJWT) -> [String] {
    guard let claim = jwt.claims["aud"] else { return [] }
    return claim.stringValue.map { [$0] } ?? (claim.arrayValue ?? []).compactMap(\.stringValue)
  }

  private static func audience(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each for this server") { jwt in
      let found = audiences(jwt)
      if found.isEmpty { return "a \(noun) has no aud" }
      let issuer = seen.episodes[jwt.sent.episode].issuer
      let isIssuer = !issuer.isEmpty && found.contains(issuer)
      return !isIssuer && isRefused(jwt, [.assertionAudienceWrong])
        ? "the aud of a \(noun) is \(found.joined(separator: " and ")), which is not this server"
        : nil
    }
  }

  private static func issuer(_ seen: PassiveCase) -> PassiveResult {
    let known = seen.episodes.contains { !$0.issuer.isEmpty }
    let result = each(seen, "each for the issuer alone") { jwt in
      let issuer = seen.episodes[jwt.sent.episode].issuer
      // Another server than this one is what jwt-auth-aud is about.
      guard !issuer.isEmpty, !isRefused(jwt, [.assertionAudienceWrong]) else { return nil }
      return audiences(jwt) == [issuer]
        ? nil
        : "the aud of a \(noun) is \(audiences(jwt).joined(separator: " and ")), and the issuer is \(issuer)"
    }
    return result.finding == .held && !known
      ? .cannotSay("the client's issuer is not known") : result
  }

  private static func expiry(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each with its end") { jwt in
      guard let end = jwt.claims["exp"]?.numberText.flatMap(Double.init) else {
        return "a \(noun) has no exp"
      }
      if isRefused(jwt, [.assertionExpired]) { return "a \(noun) had expired when it arrived" }
      let start = jwt.claims["iat"]?.numberText.flatMap(Double.init)
      let isLong = start.map { end - $0 > longest } == true
      return isLong || isRefused(jwt, [.assertionExpiryDistant])
        ? "a \(noun) is good for more than an hour" : nil
    }
  }

  /// Seconds. Servers refuse what is good for longer (RFC 7523 §3, item 4, has them set a limit).
  private static let longest = 3600.0

  private static func identifier(_ seen: PassiveCase) -> PassiveResult {
    var spent: [String: Sent] = [:]
    return each(seen, "each with a jti of its own") { jwt in
      guard let id = jwt.claim("jti"), !id.isEmpty else { return "a \(noun) has no jti" }
      if let before = spent[id] {
        return "a jti was used again after the response \(before.status) to request "
          + String(before.exchange.number)
      }
      // Whether a second try gets a JWT of its own is asked by a check.
      if jwt.sent.isLookedAt { spent[id] = jwt.sent }
      return nil
    }
  }
}
