/// How far a run is, on one line of a terminal that is written over again and again.
package struct ProgressLine: Sendable {
  package var done: Int
  package var total: Int
  /// How many do not hold so far.
  package var broken: Int
  /// Ids of the checks that run now, the oldest first.
  package var running: [String]

  package init(done: Int, total: Int, broken: Int = 0, running: [String] = []) {
    self.done = done
    self.total = total
    self.broken = broken
    self.running = running
  }

  private static let barWidth = 20

  /// Never wider than the terminal: a line that wraps can't be written over. Without a line break.
  package func text(_ style: TextStyle) -> String {
    let width = style.width ?? 80
    let part = total > 0 ? min(max(done, 0), total) * Self.barWidth / total : 0
    let bar =
      String(repeating: "━", count: part) + String(repeating: "─", count: Self.barWidth - part)
    let count = "\(done)/\(total)"
    let bad = broken > 0 ? "\(broken) broken" : ""
    var used = Self.barWidth + 1 + count.count + (bad.isEmpty ? 0 : 2 + bad.count)
    var text = style.paint(bar, .good) + " " + count
    if !bad.isEmpty { text += "  " + style.paint(bad, .bad) }
    for (index, id) in running.enumerated() {
      let more = running.count - index - 1
      let rest = more > 0 ? " +\(more)" : ""
      let gap = index == 0 ? "  " : ", "
      // The last column stays free: some terminals break the line once it is full.
      guard used + gap.count + id.count + rest.count < width else {
        let left = " +\(running.count - index)"
        if used + left.count < width { text += style.paint(left, .quiet) }
        break
      }
      text += style.paint(gap + id, .quiet)
      used += gap.count + id.count
    }
    return text
  }
}
