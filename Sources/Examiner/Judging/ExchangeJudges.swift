import Basics

/// What a client sends to exchange a token (RFC 8693 §2.1).
enum ExchangeJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("exchange-names-target", { episode, _ in namesTarget(episode) })
  ]

  static let grant = "urn:ietf:params:oauth:grant-type:token-exchange"

  private static func namesTarget(_ episode: CheckRun) -> JudgeFinding {
    let exchanges = episode.tokenRequests(grant)
    guard !exchanges.isEmpty else { return .unseen("it exchanged no token") }
    let vague = exchanges.first { exchange in
      ["audience", "resource"].allSatisfy { exchange.parameters.first($0) == nil }
    }
    guard let vague else { return .fine }
    return .wrong("its request has neither resource nor audience (\(vague.line))")
  }
}
