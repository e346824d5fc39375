extension PassiveResult {
  /// The verdict, with what a reader needs to believe it. Secrets of the run are hidden in it.
  /// - Parameters:
  ///   - unseen: the verdict where what would show it did not happen, or is hidden: `inconclusive` in a run, `skip` over a
  ///     journal, which is what it is.
  package func result(
    of check: Check, in episodes: [CheckRun], isStrict: Bool, unseen: Verdict = .inconclusive
  ) -> CheckResult {
    let verdict: Verdict =
      switch finding {
      case .held: .pass
      case .broken: (severity ?? check.severity).verdictWhenBroken(isStrict: isStrict)
      case .nothingSeen, .cannotSay: unseen
      case .notApplicable: .skip
      }
    var result = CheckResult(check, verdict, text)
    if finding == .held || finding == .broken {
      result.evidence = [.init(check.evidence.first ?? .journal, text)]
    }
    guard let place, episodes.indices.contains(place.episode) else { return result }
    let episode = episodes[place.episode]
    let index = place.exchange.flatMap { number in
      episode.exchanges.firstIndex { $0.number == number }
    }
    guard let index else {
      result.output = String(episode.output.suffix(4_000))
      if episode.check != "observe" { result.reason += " (in the run of \(episode.check))" }
      return ReportRedactor(secrets: episode.hidden).hidden(result)
    }
    // A journal may hold a thousand exchanges: what led to this one is near it.
    var near = episode
    let start = max(0, index - Self.stepsBefore)
    near.exchanges = Array(episode.exchanges[start...index])
    near.deliveries = []
    result.steps = StepWriter(near).steps(markingExchange: index - start)
    let exchange = episode.exchanges[index]
    if episode.check != "observe" { result.reason += " (in the run of \(episode.check))" }
    result.reason += " (\(exchange.line))"
    result.curl = CurlLine.text(exchange.request)
    return ReportRedactor(secrets: near.hidden).hidden(result)
  }

  private static let stepsBefore = 9
}
