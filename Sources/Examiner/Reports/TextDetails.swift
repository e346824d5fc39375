import Basics

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
    lines += block("Sent and came", result.transcript(isWhole: false))
    lines += item("Mend", check.fix)
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
