import SwiftSyntax

/// Insertions and replacements in one file's text.
struct Edits {
  private var before: [(offset: Int, text: String)] = []
  private var after: [(offset: Int, text: String)] = []
  private var replaced: [Int: (end: Int, text: String)] = [:]

  /// Outer nodes must be wrapped before inner ones.
  mutating func wrap(_ node: some SyntaxProtocol, _ start: String, _ end: String) {
    insert(start, before: node)
    after.append((node.endPositionBeforeTrailingTrivia.utf8Offset, end))
  }

  mutating func insert(_ text: String, before node: some SyntaxProtocol) {
    before.append((node.positionAfterSkippingLeadingTrivia.utf8Offset, text))
  }

  mutating func replace(_ node: some SyntaxProtocol, _ text: String) {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    replaced[start] = (node.endPositionBeforeTrailingTrivia.utf8Offset, text)
  }

  func applied(to source: String) -> String {
    var starts: [Int: String] = [:]
    var ends: [Int: String] = [:]
    for edit in before { starts[edit.offset, default: ""] += edit.text }
    // The inner node's text comes first at the end.
    for edit in after { ends[edit.offset] = edit.text + (ends[edit.offset] ?? "") }
    var result: [UInt8] = []
    var skipped = 0
    let bytes = Array(source.utf8)
    for offset in 0...bytes.count {
      result += (ends[offset] ?? "").utf8
      result += (starts[offset] ?? "").utf8
      if let (end, text) = replaced[offset] {
        result += text.utf8
        skipped = end
      }
      if offset < bytes.count, offset >= skipped { result.append(bytes[offset]) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
