/// What clients do where the server speaks HTTPS.
enum TLSJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("nothing-was-sent", { episode, _ in silent(episode) })
  ]

  /// A request that was sent is lost, whatever the client does with the answer.
  private static func silent(_ episode: CheckRun) -> JudgeFinding {
    guard let sent = episode.exchanges.first(where: { !$0.isAgents }) else { return .fine }
    return .wrong("it sent a request anyway (\(sent.line))")
  }
}
