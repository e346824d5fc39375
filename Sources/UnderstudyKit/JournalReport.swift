internal import Basics

/// What a failed test is told of its sandbox: each line once, however many expectations fail.
package final class JournalReport: Sendable {
  private let sandbox: Sandbox
  private let shown = Lock(0)

  private static let mostLines = 40

  package init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  /// Whether anything was asked for.
  package var wasShown: Bool { shown.withLock { $0 > 0 } }

  /// The journal's lines that were not shown yet, or `nil` if all were.
  package func lines() -> String? {
    let entries: [Sandbox.JournalEntry]
    do {
      entries = try sandbox.journal()
    } catch {
      return "The journal of \(sandbox) can't be read: \(error)"
    }
    let last = entries.last?.number ?? 0
    let seen = shown.withLock { shown in
      defer { shown = max(shown, last) }
      return shown
    }
    let new = entries.filter { $0.number > seen }
    guard !new.isEmpty else { return seen > 0 ? nil : "The journal of \(sandbox) is empty." }
    let left = new.count - Self.mostLines
    var lines = ["The journal of \(sandbox)\(seen > 0 ? " since then" : ""):"]
    if left > 0 { lines.append("… \(left) more") }
    return (lines + new.suffix(Self.mostLines).map(\.description)).joined(separator: "\n")
  }
}
