import Server

/// Hides codes, tokens, passwords and other secrets in every text of a report.
package struct ReportRedactor: Sendable {
  private let known: KnownSecrets?

  /// - Parameter secrets: those that were handed out or received (`CheckRun.hidden`).
  package init(secrets: some Sequence<String>) {
    // A mark in a journal isn't secret, and neither is the scheme of a header that has no token.
    let schemes: Set<String> = ["bearer", "basic", "dpop"]
    let texts = secrets.filter { !Hidden.isIn($0) && !schemes.contains($0.lowercased()) }
      .map { Array($0.utf8) }
    known = KnownSecrets(texts, as: .beginning, wordsBelow: 8)
  }

  private init() { known = nil }

  /// Hides nothing: `--unsafe-show-secrets`.
  package static let none = ReportRedactor()

  /// A report quotes what a program printed, so most syntaxes can only be guessed: known secrets are not enough.
  package func hidden(_ text: String) -> String {
    guard let known else { return text }
    let bytes = NamedSecrets.hidden(known.hidden(Array(text.utf8)), as: .beginning)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func hidden(_ report: RunReport) -> RunReport {
    guard known != nil else { return report }
    var report = report
    report.client = hidden(report.client)
    report.results = report.results.map { hidden($0) }
    return report
  }

  /// The catalogue's texts about the check stay: they are ours and hold no secret.
  package func hidden(_ result: CheckResult) -> CheckResult {
    guard known != nil else { return result }
    var result = result
    result.reason = hidden(result.reason)
    result.evidence = result.evidence.map { .init($0.kind, hidden($0.text)) }
    result.steps = result.steps.map { step in
      var step = step
      (step.sent, step.came, step.detail) = (
        hidden(step.sent), hidden(step.came), hidden(step.detail)
      )
      return step
    }
    if !result.isCurlOurs { result.curl = hidden(result.curl) }
    result.output = hidden(result.output)
    result.knownBecause = result.knownBecause.map { hidden($0) }
    return result
  }
}
