import Basics

/// Commands of GitHub's runner on standard output: `::error title=ID (CLAUSE)::…`. Each becomes a note at the run.
struct GitHubAnnotations {
  let runs: [RunReport]

  var text: String { runs.flatMap { lines(of: $0) }.map { $0 + "\n" }.joined() }

  private func lines(of run: RunReport) -> [String] {
    var lines = run.results.filter(\.isNotable).map { result in
      let check = result.check
      var text = "\(result.verdict.rawValue): \(result.reason)"
      if let pardon = result.pardon { text += "\nBreaks nothing: \(pardon)" }
      text += "\nRequirement (\(check.severity.keyword)): \(check.requirement)"
      for evidence in result.evidence {
        text += "\nEvidence, \(evidence.kind.rawValue): \(evidence.text)"
      }
      text += "\nHow to fix it: \(check.fix)"
      if !result.curl.isEmpty { text += "\nTry it: \(result.curl)" }
      return command(
        result.breaks ? "error" : "warning", title: "\(check.id) (\(check.clause))", text)
    }
    lines += run.staleSentences.map { command("error", title: "\($0.id) (baseline)", $0.text) }
    if run.isInterrupted { lines.append(command("error", title: run.profile, run.conclusion)) }
    return lines
  }

  private func command(_ name: String, title: String, _ text: String) -> String {
    "::\(name) title=\(escaped(Visible.line(title), isProperty: true))::"
      + escaped(Visible.lines(text), isProperty: false)
  }

  /// As the runner reads it: `%`, and line breaks; in properties also what ends one.
  private func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
