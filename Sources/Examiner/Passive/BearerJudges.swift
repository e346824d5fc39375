/// How access tokens are sent to resources (RFC 6750 §2).
enum BearerJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "bearer-header": header,
    "bearer-one-method": oneMethod,
    "bearer-not-in-query": notInQuery,
  ]

  private static let noun = "resource request"

  /// Those to resources that take the header: where a provider reads tokens elsewhere alone, a client can't choose.
  private static func free(_ seen: PassiveCase) -> [Sent] {
    seen.resources.filter(\.exchange.takesTokenInHeader)
  }

  private static func unfree(_ seen: PassiveCase) -> PassiveResult {
    seen.resources.isEmpty
      ? none(seen) : .notApplicable("this provider takes tokens in parameters alone")
  }

  /// A client doesn't have to use its token: one that signs in and calls no API breaks no rule.
  private static func none(_ seen: PassiveCase) -> PassiveResult {
    seen.flows.isEmpty && seen.tokens.isEmpty
      ? .nothingSeen("no \(noun) was seen") : .notApplicable("it sent no token to a resource")
  }

  private static func header(_ seen: PassiveCase) -> PassiveResult {
    let free = free(seen)
    guard !free.isEmpty else { return unfree(seen) }
    // A token in an address is what bearer-not-in-query is about.
    let others = free.filter { !TokenUse($0).ways.contains(.query) }
    guard !others.isEmpty else {
      return .notApplicable("each token came in an address, which bearer-not-in-query judges")
    }
    return seen.each(others, noun, "each with its token in the Authorization header") { sent in
      let ways = TokenUse(sent).ways
      guard !ways.contains(.header) else { return nil }
      return "a token was sent in \(ways.map(\.rawValue).joined(separator: " and in "))"
    }
  }

  private static func oneMethod(_ seen: PassiveCase) -> PassiveResult {
    guard !seen.resources.isEmpty else { return none(seen) }
    return seen.each(seen.resources, noun, "none with a token in two places") { sent in
      let ways = TokenUse(sent).ways
      guard ways.count > 1 else { return nil }
      return "a token was sent in \(ways.map(\.rawValue).joined(separator: " and in "))"
    }
  }

  private static func notInQuery(_ seen: PassiveCase) -> PassiveResult {
    let free = free(seen)
    guard !free.isEmpty else { return unfree(seen) }
    return seen.each(free, noun, "none with a token in its URL") { sent in
      TokenUse(sent).ways.contains(.query)
        ? "an access token is in the URL of a request to \(sent.path)" : nil
    }
  }
}
