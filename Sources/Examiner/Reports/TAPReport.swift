import Basics

/// TAP version 14 (testanything.org): a test point is a check. A known failure, or one that isn't required, is marked
/// `TODO`: it may fail.
struct TAPReport {
  let runs: [RunReport]

  var text: String {
    let all = runs.map { points(of: $0) }
    var text = "TAP version 14\n1..\(all.joined().count)\n"
    var number = 0
    for (run, points) in zip(runs, all) {
      text += "# Understudy \(run.toolVersion): \(comment(run.profile)), \(comment(run.client))\n"
      for point in points {
        number += 1
        text += point.isOK ? "ok \(number) - \(point.text)\n" : "not ok \(number) - \(point.text)\n"
        text += point.block
      }
      text += "# \(comment(run.counts)), in \(Seconds.short(run.seconds))\n"
      text += "# \(comment(run.conclusion))\n"
    }
    if runs.contains(where: \.isInterrupted) { text += "Bail out! Interrupted\n" }
    return text
  }

  private struct Point {
    var isOK: Bool
    var text: String
    var block = ""
  }

  private func points(of run: RunReport) -> [Point] {
    // Ids are unique within a run; beside one another the runs need their names.
    let prefix = runs.count > 1 ? "\(run.profile), \(run.client): " : ""
    var points = run.results.map { result in
      Point(
        isOK: [.pass, .warn, .skip].contains(result.verdict),
        text: escaped(prefix + result.check.id) + directive(of: result),
        block: block(of: result))
    }
    for (id, sentence) in run.staleSentences {
      var block = DiagnosticBlock()
      block.add("reason", sentence)
      points.append(
        Point(isOK: false, text: escaped(prefix + "baseline: \(id)"), block: block.text))
    }
    return points
  }

  private func directive(of result: CheckResult) -> String {
    if result.verdict == .skip { return " # SKIP \(comment(result.reason))" }
    guard let pardon = result.pardon, result.verdict != .warn else { return "" }
    return " # TODO \(comment(pardon))"
  }

  private func block(of result: CheckResult) -> String {
    let check = result.check
    var block = DiagnosticBlock()
    block.add("verdict", result.verdict.rawValue)
    block.add("severity", check.severity.rawValue)
    block.add("clause", check.clause)
    block.add("requirement", check.requirement)
    block.add("reason", result.reason)
    block.add("evidence", list: result.evidence.map { "\($0.kind.rawValue): \($0.text)" })
    if result.isNotable {
      block.add("link", check.link)
      block.add("control", check.control)
      block.add("why", check.why)
      block.add("fix", check.fix)
      block.add("curl", result.curl)
      block.add("steps", list: result.transcript(isWhole: false))
      block.add("repeats", result.repeatsText)
    }
    block.add("seconds", number: Seconds.decimal(result.seconds))
    return block.text
  }

  private func comment(_ text: String) -> String { Visible.line(text) }

  /// A `#` would begin a directive.
  private func escaped(_ text: String) -> String {
    var result = ""
    for character in Visible.line(text).unicodeScalars {
      if character == "#" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result
  }
}

/// The block of diagnostics below a test point of TAP: YAML of the plainest kind, in which each text is a JSON string.
struct DiagnosticBlock {
  private(set) var lines: [String] = []
  private var style = JSONStyle.compact

  mutating func add(_ name: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    lines.append("  \(name): \(quoted(text))")
  }

  mutating func add(_ name: String, number: String) { lines.append("  \(name): \(number)") }

  mutating func add(_ name: String, list: [String]) {
    guard !list.isEmpty else { return }
    lines.append("  \(name):")
    lines += list.map { "    - \(quoted($0))" }
  }

  var text: String { "  ---\n" + lines.map { $0 + "\n" }.joined() + "  ...\n" }

  /// Tabs are kept out too: readers differ about them.
  private func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    style.quote(text.lines.joined(separator: "\n"), into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
