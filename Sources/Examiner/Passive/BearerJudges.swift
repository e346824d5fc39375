/// How access tokens are sent to resources (RFC 6750 §2).
enum BearerJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "bearer-header": header,
    "bearer-one-method": oneMethod,
    "bearer-not-in-query": notInQuery,
  ]

  private static let noun = "request with a token"

  /// Those to resources that take the header: where a provider reads tokens elsewhere alone, a client can't choose.
  private static func free(_ seen: PassiveCase) -> [Sent] {
    seen.resources.filter(\.exchange.takesTokenInHeader)
  }

  private static func unfree(_ seen: PassiveCase) -> PassiveResult {
    seen.resources.isEmpty
      ? .nothingSeen("no \(noun) was seen")
      : .notApplicable("this provider takes tokens in parameters alone")
  }

  private static func header(_ seen: PassiveCase) -> PassiveResult {
    let free = free(seen)
    guard !free.isEmpty else { return unfree(seen) }
    return seen.each(free, noun, "each in the Authorization header") { sent in
      let ways = TokenUse(sent).ways
      guard !ways.contains(.header) else { return nil }
      return "a token came in \(ways.map(\.rawValue).joined(separator: " and in "))"
    }
  }

  private static func oneMethod(_ seen: PassiveCase) -> PassiveResult {
    seen.each(seen.resources, noun, "none in two ways") { sent in
      let ways = TokenUse(sent).ways
      guard ways.count > 1 else { return nil }
      return "a token came in \(ways.map(\.rawValue).joined(separator: " and in "))"
    }
  }

  private static func notInQuery(_ seen: PassiveCase) -> PassiveResult {
    let free = free(seen)
    guard !free.isEmpty else { return unfree(seen) }
    return seen.each(free, noun, "none in an address") { sent in
      TokenUse(sent).ways.contains(.query)
        ? "an access token stands in the address of a request to \(sent.path)" : nil
    }
  }
}
