/// Whether a client sets a limit to the time for which it waits.
enum WaitingJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("gives-up", { episode, _ in givesUp(episode) })
  ]

  private static func givesUp(_ episode: CheckRun) -> JudgeFinding {
    let late = episode.own.filter { $0.rule != nil }
    guard !late.isEmpty else {
      return .unseen("it sent no request that was left without an answer")
    }
    return late.contains { $0.isDelivered }
      ? .wrong("it waits for an answer without a time limit") : .fine
  }
}
