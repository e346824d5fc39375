import Basics

/// A run for people: a line for each check, what is wrong in full, a summary.
struct TextReport {
  let run: RunReport
  let style: TextStyle

  /// How wide the columns of a table are.
  struct Widths {
    var id: Int
    var clause: Int
    var evidence: Int
    init(_ results: [CheckResult]) {
      id = results.map(\.check.id.count).max() ?? 0
      clause = results.map(\.check.clause.count).max() ?? 0
      evidence = results.map(\.evidenceNames.count).max() ?? 0
    }

    /// Before there are results.
    init(_ checks: [Check]) {
      id = checks.map(\.id.count).max() ?? 0
      clause = checks.map(\.clause.count).max() ?? 0
      let names = checks.map { $0.evidence.map(\.rawValue).joined(separator: "+") }
      evidence = names.map(\.count).max() ?? 0
    }
  }

  private static let verdictWidth = 12
  /// Less of a sentence says nothing.
  private static let leastText = 24

  var text: String {
    let columns = Widths(run.results)
    let lines = run.results.map { Self.line($0, columns, style) }
    return head + lines.map { $0 + "\n" }.joined() + conclusion
  }

  /// What was examined.
  var head: String {
    let set = run.requirements.isEmpty ? "" : ", requirements \(run.requirements)"
    let client = Visible.line(run.client)
    return style.paint("\(run.profile)", .strong) + ": \(Visible.line(run.profileTitle))\n"
      + (client.isEmpty ? "" : "\(client)\n") + "at \(Visible.line(run.provider))\(set)\n\n"
  }

  static func line(_ result: CheckResult, _ columns: Widths, _ style: TextStyle) -> String {
    let verdict = result.verdict.rawValue
    var line = style.paint(verdict, result.verdict.colour)
    line += String(repeating: " ", count: max(0, verdictWidth - verdict.count))
    let facts = [
      Columns.padded(result.check.id, columns.id),
      Columns.padded(result.check.clause, columns.clause),
      Columns.padded(result.evidenceNames, columns.evidence),
    ].joined(separator: "  ")
    line += "  " + facts
    var text = Visible.line(result.statement)
    if let pardon = result.pardon { text = "(\(Visible.line(pardon))) \(text)" }
    guard let width = style.width else { return line + "  " + text }
    let room = width - verdictWidth - 2 - Columns.width(of: facts) - 2
    return room < leastText ? line : line + "  " + Columns.cut(text, room)
  }

  /// What is wrong in full, and the summary.
  var conclusion: String {
    let notable = run.results.filter(\.isNotable)
    var text = notable.map { "\n" + TextDetails(result: $0, style: style).text }.joined()
    for (id, sentence) in run.staleSentences {
      text += "\n\(style.paint("stale", .bad))  \(style.paint(Visible.line(id), .strong))\n"
      text += "  \(Visible.line(sentence))\n"
    }
    let known = run.results.count { $0.isKnown && $0.isNotable }
    var tally = run.counts
    if known > 0 { tally += " (\(known) known)" }
    tally += ", in \(Seconds.short(run.seconds))"
    if run.isStrict { tally += ", strict" }
    return text + "\n\(run.leftOutText)\(tally)\n"
      + style.paint(run.conclusion, run.isGreen ? .good : .bad) + "\n"
  }
}

/// All that one needs to believe a verdict, and to mend the client, for people.
struct TextDetails {
  let result: CheckResult
  let style: TextStyle

  private static let labelWidth = 13
  /// Of what the client wrote: its end tells most.
  private static let mostOutput = 20

  var text: String {
    let check = result.check
    var lines = [
      style.paint(result.verdict.rawValue, result.verdict.colour) + "  "
        + style.paint(check.id, .strong) + "  \(check.severity.keyword), \(check.clause)"
    ]
    lines += item("Requirement", check.requirement)
    lines += item("Verdict", result.reason)
    if let pardon = result.pardon { lines += item("Breaks nothing", pardon) }
    if !result.repeats.isEmpty { lines += item("Repeats", result.repeatsText) }
    for (index, evidence) in result.evidence.enumerated() {
      lines += item(index == 0 ? "Evidence" : "", "\(evidence.kind.rawValue): \(evidence.text)")
    }
    if result.evidence.isEmpty { lines += item("Evidence", "none") }
    if let control = check.control { lines += item("Control", control) }
    lines += item("Why", check.why)
    lines += block("Messages", result.transcript(isWhole: false))
    lines += item("Fix", check.fix)
    // Not broken: it is there to be copied.
    if !result.curl.isEmpty { lines += block("Try it", result.curl.lines) }
    if let link = check.link { lines += item("Clause", link) }
    let output = result.output.lines
    if !output.isEmpty {
      let left =
        output.count > Self.mostOutput ? ["(\(output.count - Self.mostOutput) lines before)"] : []
      lines += block("It wrote", left + output.suffix(Self.mostOutput).map { "| \($0)" })
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func item(_ label: String, _ text: String) -> [String] {
    let head = "  " + style.paint(label, .quiet)
    let gap = String(repeating: " ", count: max(1, Self.labelWidth - label.count))
    let indent = String(repeating: " ", count: Self.labelWidth + 2)
    let broken = Columns.broken(
      Visible.line(text), at: max(style.measure - Self.labelWidth - 2, 24))
    return broken.enumerated().map { ($0.offset == 0 ? head + gap : indent) + $0.element }
  }

  private func block(_ label: String, _ lines: [String]) -> [String] {
    lines.isEmpty
      ? [] : ["  " + style.paint(label, .quiet)] + lines.map { "    " + Visible.line($0) }
  }
}
