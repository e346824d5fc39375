import Examiner

/// What a journal showed, for people: a line for each check, failures in full.
struct ObservationText {
  let source: String
  let parties: [JournalSplit.Party]
  let unknown: Int

  func print(_ results: [CheckResult]) {
    for party in parties {
      Streams.output(
        "\(party.client) at \(party.provider): \(party.episode.exchanges.count) requests in \(source)"
      )
    }
    if unknown > 0 { Streams.output("\(unknown) more requests name no client") }
    Streams.output("")
    let width = results.map(\.check.id.count).max() ?? 0
    for result in results {
      let verdict = Providers.pad(result.verdict.rawValue, 6)
      Streams.output("\(verdict)\(Providers.pad(result.check.id, width + 2))\(result.reason)")
      if [.fail, .warn].contains(result.verdict) { explain(result) }
    }
    Streams.output("")
    let counts = Verdict.allCases.compactMap { verdict in
      let count = results.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(verdict.rawValue) \(count)"
    }
    Streams.output("\(results.count) checks: \(counts.joined(separator: ", "))")
  }

  private func explain(_ result: CheckResult) {
    let check = result.check
    Streams.output("      \(check.clause): \(check.requirement)")
    Streams.output("      Why: \(check.why)")
    Streams.output("      To mend it: \(check.fix)")
    if let link = check.link { Streams.output("      \(link)") }
    if !result.curl.isEmpty { Streams.output("      \(result.curl)") }
  }
}
