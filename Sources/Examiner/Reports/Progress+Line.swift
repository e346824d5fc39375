extension Examination.Progress {
  private static let barWidth = 20

  /// A line of a terminal that is written over again and again, without a line break.
  ///
  /// Never wider than the terminal: a line that wraps can't be written over.
  package func line(_ style: TextStyle) -> String {
    let width = style.width ?? 80
    let part = total > 0 ? min(max(done, 0), total) * Self.barWidth / total : 0
    let bar =
      String(repeating: "━", count: part) + String(repeating: "─", count: Self.barWidth - part)
    let count = "\(done)/\(total)"
    let bad = broken > 0 ? "\(broken) broken" : ""
    var used = Self.barWidth + 1 + count.count + (bad.isEmpty ? 0 : 2 + bad.count)
    var text = style.paint(bar, .good) + " " + count
    if !bad.isEmpty { text += "  " + style.paint(bad, .bad) }
    for (index, id) in working.enumerated() {
      let more = working.count - index - 1
      let rest = more > 0 ? " +\(more)" : ""
      let gap = index == 0 ? "  " : ", "
      // The last column stays free: some terminals break the line once it is full.
      guard used + gap.count + id.count + rest.count < width else {
        let left = " +\(working.count - index)"
        if used + left.count < width { text += style.paint(left, .quiet) }
        break
      }
      text += style.paint(gap + id, .quiet)
      used += gap.count + id.count
    }
    return text
  }
}
