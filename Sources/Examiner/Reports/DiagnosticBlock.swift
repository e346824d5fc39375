import Basics

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
