import Basics
import Examiner

/// What a journal showed, for people: a line for each check, failures in full.
struct ObservationText {
  let source: String
  let parties: [JournalSplit.Party]
  let unknown: Int
  /// Where it goes to standard error: something else has standard output.
  let isAside: Bool

  func print(_ report: RunReport) {
    let results = report.results
    for party in parties {
      say(
        "\(party.client) at \(party.provider): \(party.run.exchanges.count) requests in \(source)"
      )
    }
    if unknown > 0 { say("\(unknown) more requests name no client") }
    say("")
    let width = results.map(\.check.id.count).max() ?? 0
    for result in results {
      let verdict = Providers.pad(result.verdict.rawValue, 6)
      say(
        "\(verdict)\(Providers.pad(result.check.id, width + 2))\(result.reason)\(Self.known(result))"
      )
      if [.fail, .warn].contains(result.verdict) { explain(result) }
    }
    say("")
    let counts = Verdict.allCases.compactMap { verdict in
      let count = results.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(verdict.rawValue) \(count)"
    }
    for id in report.stale { say("\(id) is in the baseline, and holds by now or does not exist") }
    say("\(results.count) checks: \(counts.joined(separator: ", "))")
  }

  private static func known(_ result: CheckResult) -> String {
    guard result.isKnown else { return "" }
    return " (known" + (result.knownBecause.map { ": \($0)" } ?? "") + ")"
  }

  private func explain(_ result: CheckResult) {
    let check = result.check
    say("      \(check.clause): \(check.requirement)")
    say("      Why: \(check.why)")
    say("      To fix it: \(check.fix)")
    if let link = check.link { say("      \(link)") }
    for line in result.curl.split(separator: "\n") { say("      \(line)") }
  }

  private func say(_ line: String) {
    isAside ? Streams.error(Visible.line(line)) : Streams.output(line)
  }
}
