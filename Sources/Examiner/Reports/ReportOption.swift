import ProviderModel

/// One report that is wished for: `junit=out.xml` of `--report`.
package struct ReportOption: Sendable, Equatable {
  package enum Target: Sendable, Equatable {
    case standardOutput
    case file(String)
  }

  package var format: ReportFormat
  package var target: Target

  package init(_ format: ReportFormat, _ target: Target) {
    self.format = format
    self.target = target
  }

  /// Reads the values of `--report`, which may come more than once: `junit=F,json=F,html=F,tap=-,md=F,github`.
  /// - Throws: `UsageError`, with what is wrong in the first that can't be meant.
  package static func parse(_ values: [String]) throws(UsageError) -> [ReportOption] {
    var options: [ReportOption] = []
    for value in values {
      for part in value.split(separator: ",", omittingEmptySubsequences: false) {
        let option = try parse(part: part, of: value)
        if let same = options.first(where: {
          $0.target == option.target && $0.format != option.format
        }) {
          throw UsageError(
            "--report \(value): \(same.format.rawValue) and \(option.format.rawValue) both go to \(option.targetName). "
              + "Give each a file of its own")
        }
        guard !options.contains(where: { $0.format == option.format && $0.target == option.target })
        else {
          throw UsageError("--report \(value): \(option.format.rawValue) is given twice")
        }
        options.append(option)
      }
    }
    return options
  }

  private var targetName: String {
    switch target {
    case .standardOutput: "standard output"
    case .file(let path): path
    }
  }

  private static let form = "FORMAT=FILE, such as junit=report.xml; - is standard output"

  private static func parse(part: Substring, of value: String) throws(UsageError) -> ReportOption {
    let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves.first ?? "")
    guard !name.isEmpty else {
      throw UsageError("--report \(value): expected \(form), found nothing")
    }
    guard let format = ReportFormat(rawValue: name) else {
      let hint = Suggestion.hint(for: name, among: ReportFormat.allCases.map(\.rawValue))
      throw UsageError("--report \(value): unknown format \"\(name)\"\(hint)")
    }
    guard format != .github else {
      guard halves.count == 1 else {
        throw UsageError(
          "--report \(value): github takes no file: it writes to standard output and to the file that GITHUB_STEP_SUMMARY names"
        )
      }
      return ReportOption(.github, .standardOutput)
    }
    guard halves.count == 2, let path = halves.last, !path.isEmpty else {
      throw UsageError("--report \(value): \(name) has no file; expected \(form)")
    }
    return ReportOption(format, path == "-" ? .standardOutput : .file(String(path)))
  }
}

/// A form of report that programs read, as `--report` names it.
package enum ReportFormat: String, Sendable, CaseIterable {
  case junit, json, html, tap, md, sarif
  /// Annotations on standard output; the Markdown goes to the step's summary.
  case github
}

/// What a command line, or a file that it names, can't mean: exit code 2.
package struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
