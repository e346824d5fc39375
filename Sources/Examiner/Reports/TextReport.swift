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
  private var head: String {
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
    return text + "\n\(tally)\n"
      + style.paint(run.conclusion, run.isGreen ? .good : .bad) + "\n"
  }
}
