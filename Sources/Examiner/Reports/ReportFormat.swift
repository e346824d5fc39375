/// A form of report that programs read, as `--report` names it.
package enum ReportFormat: String, Sendable, CaseIterable {
  case junit, json, html, tap, md
  /// Annotations on standard output; the Markdown goes to the step's summary.
  case github
}
