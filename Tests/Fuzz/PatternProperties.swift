@testable import ProviderModel

/// A pattern matches what it draws; of any text it says what a matcher says that follows the pattern step by step.
///
/// An input's first line is the pattern, the rest is the text.
enum PatternProperties {
  static func check(_ text: String) throws {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let source = String(lines[0])
    let pattern: Pattern
    do throws(Pattern.Problem) { pattern = try Pattern(source) } catch {
      return try hold(!error.sentence.isEmpty, "\(source.shown) is refused without a word")
    }
    try hold(pattern == (try Pattern(pattern.source)), "\(source.shown) is read as another one")
    var random = SeededGenerator(seed: 1)
    let drawn = pattern.draw(using: &random)
    // A program may have thousands of instructions, and each character may meet all of them.
    guard source.utf8.count < 100 else { return }
    if drawn.utf8.count < 1_000 {
      try hold(pattern.matches(drawn), "\(source.shown) does not match \(drawn.shown)")
    }
    for subject in [lines.count > 1 ? String(lines[1].prefix(100)) : "", String(drawn.prefix(50))] {
      var matcher = PlainMatcher(subject)
      guard let expected = matcher.matches(pattern.root) else { continue }
      try hold(
        pattern.matches(subject) == expected,
        "\(source.shown) and \(subject.shown): expected \(expected)")
    }
  }
}

/// Where in a text a node may end, from each place where it may begin.
private struct PlainMatcher {
  private let scalars: [UInt32]
  private var budget = 20_000

  init(_ text: String) { scalars = text.unicodeScalars.map(\.value) }

  /// - Returns: nil where it would take too long.
  mutating func matches(_ root: Pattern.Node) -> Bool? {
    let ends = ends(of: root, from: [0])
    return budget > 0 ? ends.contains(scalars.count) : nil
  }

  private mutating func ends(of node: Pattern.Node, from starts: Set<Int>) -> Set<Int> {
    budget -= 1 + starts.count
    guard budget > 0, !starts.isEmpty else { return [] }
    switch node {
    case .scalars(let ranges):
      return Set(
        starts.filter { start in
          start < scalars.count && ranges.contains { $0.contains(scalars[start]) }
        }.map { $0 + 1 })
    case .sequence(let nodes):
      return nodes.reduce(starts) { ends(of: $1, from: $0) }
    case .choice(let nodes):
      return nodes.reduce(into: []) { $0.formUnion(ends(of: $1, from: starts)) }
    case .repeated(let node, let least, let most):
      var now = starts
      for _ in 0..<least { now = ends(of: node, from: now) }
      var all = now
      var count = least
      while !now.isEmpty, count < most ?? .max {
        now = ends(of: node, from: now).subtracting(all)
        all.formUnion(now)
        count += 1
      }
      return all
    }
  }
}
