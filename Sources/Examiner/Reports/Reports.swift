/// What examinations found, in the forms that people and programs read.
///
/// Secrets are hidden here, once: no writer sees a report before.
package struct Reports: Sendable {
  /// As they are shown.
  let runs: [RunReport]

  /// - Parameter runs: several stand side by side, as one client beside another does.
  package init(_ runs: [RunReport], hiding redactor: ReportRedactor) {
    // A secret that is cut in two would be found no more: it is hidden first.
    self.runs = runs.map { run in
      var run = redactor.hidden(run)
      for result in run.results.indices {
        for step in run.results[result].steps.indices {
          let sent = run.results[result].steps[step].sent
          run.results[result].steps[step].sent = ShortURL.shortened(sent)
        }
      }
      return run
    }
  }

  package func text(_ format: ReportFormat) -> String {
    switch format {
    case .junit: JUnitReport(runs: runs).text
    case .json: JSONReport(runs: runs).text
    case .html: HTMLReport(runs: runs).text
    case .tap: TAPReport(runs: runs).text
    case .md: MarkdownReport(runs: runs).text
    case .sarif: SARIFReport(runs: runs).text
    case .github: GitHubAnnotations(runs: runs).text
    }
  }

  /// Lines for a terminal: one for each check, what is wrong in full, and a summary.
  package func forPeople(_ style: TextStyle) -> String {
    runs.map { TextReport(run: $0, style: style).text }.joined(separator: "\n")
  }

  /// The heading above the lines of the checks: the profile and the client.
  package func head(_ style: TextStyle) -> String {
    runs.map { TextReport(run: $0, style: style).head }.joined(separator: "\n")
  }

  /// The lines that were not written while the checks ran, what is wrong in full, and the summary.
  /// - Parameter written: how many lines were.
  package func conclusion(
    _ style: TextStyle, after written: Int = .max, among checks: [Check] = []
  ) -> String {
    let columns = TextReport.Widths(checks)
    return runs.map { run in
      let rest = run.results.dropFirst(written).map { TextReport.line($0, columns, style) + "\n" }
      return rest.joined() + TextReport(run: run, style: style).conclusion
    }.joined(separator: "\n")
  }

  /// One check's line, as soon as it is done.
  /// - Parameter checks: all that get a line.
  package static func line(
    _ result: CheckResult, hiding redactor: ReportRedactor, _ style: TextStyle,
    among checks: [Check] = []
  ) -> String {
    let columns = checks.isEmpty ? TextReport.Widths([result]) : TextReport.Widths(checks)
    return TextReport.line(redactor.hidden(result), columns, style)
  }
}
