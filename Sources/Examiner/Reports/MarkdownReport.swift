import Basics

/// Markdown as GitHub shows it: what does not hold first, in full; the rest folded away.
struct MarkdownReport {
  let runs: [RunReport]

  var text: String { runs.map { text(of: $0) }.joined(separator: "\n") }

  private func text(of run: RunReport) -> String {
    let notable = run.results.filter(\.isNotable)
    let others = run.results.filter { !$0.isNotable }
    var parts = [
      "## \(MarkdownText.cell(run.profileTitle))",
      "**\(MarkdownText.cell(run.conclusion))** \(MarkdownText.cell(run.counts)), in \(Seconds.short(run.seconds)).",
      "`\(MarkdownText.code(run.profile))` at `\(MarkdownText.code(run.provider))`, requirements `\(MarkdownText.code(run.requirements))`: `\(MarkdownText.code(run.client))`",
    ]
    for (id, sentence) in run.staleSentences {
      parts.append("- **`\(MarkdownText.code(id))`**: \(MarkdownText.cell(sentence))")
    }
    if !notable.isEmpty { parts.append(table(notable)) }
    parts += notable.map { details(of: $0) }
    if !others.isEmpty {
      parts.append(
        "<details><summary>The other \(others.count)</summary>\n\n\(table(others))\n\n</details>")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func table(_ results: [CheckResult]) -> String {
    var lines = ["| verdict | check | what | clause | evidence |", "|---|---|---|---|---|"]
    for result in results {
      let check = result.check
      let clause = MarkdownText.link(check.clause, to: check.link)
      let known = result.pardon.map { " (\(MarkdownText.cell($0)))" } ?? ""
      lines.append(
        "| \(word(result.verdict))\(known) | `\(MarkdownText.code(check.id))` | \(MarkdownText.cell(result.statement)) | \(clause) | \(MarkdownText.cell(result.evidenceNames)) |"
      )
    }
    return lines.joined(separator: "\n")
  }

  private func word(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "✅ pass"
    case .fail: "❌ fail"
    case .warn: "⚠️ warn"
    case .inconclusive: "❔ inconclusive"
    case .skip: "➖ skip"
    case .error: "💥 error"
    }
  }

  private func details(of result: CheckResult) -> String {
    let check = result.check
    var lines = [
      "<details><summary><b>\(Markup.text(check.id))</b>: \(Markup.text(Visible.line(result.reason)))</summary>",
      "",
      "- **Requirement** (\(check.severity.keyword), \(MarkdownText.cell(check.clause))): \(MarkdownText.cell(check.requirement))",
    ]
    lines += result.evidence.map {
      "- **Evidence**, \($0.kind.rawValue): \(MarkdownText.cell($0.text))"
    }
    lines += [
      "- **Why**: \(MarkdownText.cell(check.why))",
      "- **How to fix it**: \(MarkdownText.cell(check.fix))",
    ]
    let steps = result.transcript(isWhole: false)
    if !steps.isEmpty {
      lines += ["", "What was sent and what came:", ""] + MarkdownText.fenced(steps)
    }
    if !result.curl.isEmpty {
      lines += ["", "Try it:", ""] + MarkdownText.fenced(result.curl.lines, "sh")
    }
    return (lines + ["", "</details>"]).joined(separator: "\n")
  }
}
