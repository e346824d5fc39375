import ArgumentParser
import Basics
import Examiner
import ProviderModel

/// How results are reported: in which formats, against which requirements, and beside which baseline.
struct ReportPlan: ParsableArguments {
  @Option(
    name: .customLong("report"), parsing: .singleValue,
    help: ArgumentHelp(
      "Write reports: junit=FILE, json=FILE, html=FILE, tap=FILE, md=FILE, sarif=FILE (- is standard output), github. Separated by commas.",
      valueName: "reports"))
  var reports: [String] = []
  @Option(
    help: ArgumentHelp(
      "What goes to standard output: text, or a report, such as sarif, which is the same as --report sarif=-.",
      valueName: "format"))
  var format = "text"
  @Option(
    help: ArgumentHelp(
      "Known failures, as JSON: an array of IDs, or of {\"id\", \"why\"}. They do not fail the run; an entry whose check now passes does.",
      valueName: "file"))
  var baseline: String?
  @Option(
    help: ArgumentHelp(
      "The frozen set of requirements to use. Default: the newest.", valueName: "release"))
  var requirements: String?
  @Flag(
    name: .customLong("unsafe-show-secrets"),
    help: "Show codes, tokens and secrets unchanged.")
  var showsSecrets = false

  /// What was read of the options; whatever is wrong with them is found here.
  struct Ready {
    var options: [ReportOption]
    var baseline: Baseline?
    var set: RequirementSet
    var showsSecrets: Bool
  }

  private func standardOutput() throws -> [String] {
    if format == "text" { return [] }
    let formats = ReportFormat.allCases.map(\.rawValue)
    guard formats.contains(format) else {
      let hint = Suggestion.list(for: format, among: ["text"] + formats)
      throw UsageError("--format \(format): there is no such format\(hint)")
    }
    return [format == "github" ? format : "\(format)=-"]
  }

  func ready(_ catalogue: Catalogue) throws -> Ready {
    do {
      let options = try ReportOption.parse(reports + standardOutput())
      for option in options {
        // A report that can't be written is found before the work is done, and what is there stays until then.
        guard case .file(let path) = option.target else { continue }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard access(folder.isEmpty ? "/" : folder, W_OK) == 0 else {
          throw UsageError("--report: can't write \(path): \(String(cString: strerror(errno)))")
        }
      }
      return Ready(
        options: options,
        baseline: try baseline.map { try Baseline(try Files.read($0), file: $0) },
        set: try catalogue.requirements(of: requirements), showsSecrets: showsSecrets)
    } catch let error as UsageError {
      throw Failure(text: "conform: \(error)")
    } catch let error as FixtureError {
      throw Failure(text: "\(error)")
    }
  }
}

extension ReportPlan.Ready {
  /// Whether a report goes to standard output, so that people are told on standard error: one thing at a time goes there.
  var takesOutput: Bool {
    options.contains { $0.target == .standardOutput && $0.format != .github }
  }

  /// Tells people, and writes all that was asked for, with secrets hidden.
  func write(_ report: RunReport, secrets: [String]) throws {
    let written = reports(report, secrets)
    let people = written.forPeople(Terminal.style(of: takesOutput ? 2 : 1))
    takesOutput
      ? Streams.error(escaped: String(people.dropLast()))
      : Streams.output(escaped: String(people.dropLast()))
    try write(written)
  }

  /// Tells people what comes, before there are results.
  func begin(_ report: RunReport, secrets: [String]) {
    let written = reports(report, secrets)
    tell(String(written.head(style).dropLast()))
  }

  /// Tells people of one check.
  func tell(_ result: CheckResult, of report: RunReport, secrets: [String], among checks: [Check]) {
    var report = report
    report.results = [result]
    mark(&report, .bundled)
    let redactor = showsSecrets ? ReportRedactor.none : ReportRedactor(secrets: secrets)
    for result in report.results {
      tell(Reports.line(result, hiding: redactor, style, among: checks))
    }
  }

  /// Tells people the rest, and writes all that was asked for, with secrets hidden.
  func end(
    _ report: RunReport, secrets: [String], after count: Int, among checks: [Check]
  ) throws {
    let written = reports(report, secrets)
    tell(String(written.conclusion(style, after: count, among: checks).dropLast()))
    try write(written)
  }

  private var style: TextStyle { Terminal.style(of: takesOutput ? 2 : 1) }

  private func tell(_ text: String) {
    takesOutput ? Streams.error(escaped: text) : Streams.output(escaped: text)
  }

  /// What was asked for alone, where people are told in another way.
  func writeReports(_ report: RunReport, secrets: [String]) throws {
    try write(reports(report, secrets))
  }

  private func reports(_ report: RunReport, _ secrets: [String]) -> Reports {
    Reports([report], hiding: showsSecrets ? .none : ReportRedactor(secrets: secrets))
  }

  private func write(_ written: Reports) throws {
    for option in options {
      let text = written.text(option.format)
      switch option.target {
      case .file(let path): try Files.write(text, to: path, access: .shared)
      case .standardOutput where text.isEmpty: break
      case .standardOutput where option.format == .json:
        Streams.output(json: String(text.dropLast()))
      case .standardOutput: Streams.output(escaped: String(text.dropLast()))
      }
      if option.format == .github, let summary = getenv("GITHUB_STEP_SUMMARY") {
        try Files.append(written.text(.md), to: String(cString: summary))
      }
    }
  }

  /// Says of each result whether it counts and whether it is known.
  func mark(_ report: inout RunReport, _ catalogue: Catalogue) {
    set.mark(&report)
    baseline?.mark(&report, among: catalogue.all.map(\.id))
  }
}
