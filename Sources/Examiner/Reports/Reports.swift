/// What examinations found, in the forms that people and programs read.
///
/// Secrets are hidden here, once: no writer sees a report before.
package struct Reports: Sendable {
  /// As they are shown.
  let runs: [RunReport]

  /// - Parameter runs: several stand side by side, as one client beside another does.
  package init(_ runs: [RunReport], hiding redactor: ReportRedactor) {
    self.runs = runs.map { redactor.hidden($0) }
  }

  package func text(_ format: ReportFormat) -> String {
    switch format {
    case .junit: JUnitReport(runs: runs).text
    case .json: JSONReport(runs: runs).text
    case .html: HTMLReport(runs: runs).text
    case .tap: TAPReport(runs: runs).text
    case .md: MarkdownReport(runs: runs).text
    case .github: GitHubAnnotations(runs: runs).text
    }
  }

  /// Lines for a terminal: one for each check, what is wrong in full, and a summary.
  package func forPeople(_ style: TextStyle) -> String {
    runs.map { TextReport(run: $0, style: style).text }.joined(separator: "\n")
  }

  /// What is wrong in full, and the summary: where each check had its line while it ran.
  package func conclusion(_ style: TextStyle) -> String {
    runs.map { TextReport(run: $0, style: style).conclusion }.joined(separator: "\n")
  }

  /// One check's line, as soon as it is done.
  package static func line(
    _ result: CheckResult, hiding redactor: ReportRedactor, _ style: TextStyle
  ) -> String {
    TextReport.line(redactor.hidden(result), TextReport.Widths([result]), style)
  }
}
