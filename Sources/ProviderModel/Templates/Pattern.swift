import Basics

/// The pattern subset that fixtures use to draw values and to match them: literals, `\` escapes,
/// classes `[A-Za-z0-9_-]`, `.`, groups `(a|b)`, and `{n}`, `{n,m}`, `?`, `*`, `+`.
///
/// Matching runs a set of states over the text, so its time is linear in the text: Swift's
/// `Regex` backtracks, and a pattern meets what clients send.
package final class Pattern: Sendable, Equatable {
  package struct Problem: Error, Sendable, Equatable {
    package var sentence: String
  }

  indirect enum Node: Sendable, Equatable {
    case scalars([ClosedRange<UInt32>])
    case sequence([Node])
    case choice([Node])
    case repeated(Node, least: Int, most: Int?)
  }

  package let source: String
  let root: Node
  /// Made when something is matched first: most patterns are only ever drawn.
  private let program = Lock<PatternProgram?>(nil)

  package init(_ source: String) throws(Problem) {
    var parser = PatternParser(source)
    self.source = source
    root = try parser.parse()
    try PatternProgram.check(root)
    guard Self.longestDrawing(root) <= Self.mostDrawn else {
      throw Problem(
        sentence: "pattern \"\(source)\": it could draw more than \(Self.mostDrawn) characters")
    }
  }

  /// Open-ended repeats are short in the program and long when drawn: each level takes eight times the one below.
  static let mostDrawn = 100_000
  private static let openEnded = 8

  /// An upper bound for the steps of a drawing; saturates well above `mostDrawn`.
  private static func longestDrawing(_ node: Node) -> Int {
    let steps =
      switch node {
      case .scalars: 1
      case .sequence(let nodes): nodes.reduce(1) { min($0 + longestDrawing($1), mostDrawn + 1) }
      case .choice(let nodes): nodes.map(longestDrawing).max() ?? 0
      case .repeated(let node, let least, let most):
        // No count is larger than 4096, so the product fits.
        (most ?? least + openEnded) * longestDrawing(node)
      }
    return min(steps, mostDrawn + 1)
  }

  /// An upper bound for the length of a drawn text.
  var longest: Int { Self.longestDrawing(root) }
  /// The bits of chance that every drawn text has.
  var bits: Double { Self.bits(root) }

  private static func bits(_ node: Node) -> Double {
    switch node {
    case .scalars(let ranges): log2(Set(ranges.flatMap { $0.prefix(256) }).count)
    case .sequence(let nodes): nodes.reduce(0) { $0 + bits($1) }
    case .choice(let nodes):
      (nodes.map(bits).min() ?? 0)
        + log2(nodes.indices.count { !nodes[..<$0].contains(nodes[$0]) })
    case .repeated(let node, let least, _): Double(least) * bits(node)
    }
  }

  private static func log2(_ count: Int) -> Double {
    guard count > 1 else { return 0 }
    var (bits, rest, step) = (Double(Double(count).exponent), Double(count).significand, 0.5)
    for _ in 0..<16 {
      rest *= rest
      if rest >= 2 { (bits, rest) = (bits + step, rest / 2) }
      step /= 2
    }
    return bits
  }

  /// Whether the whole text matches.
  package func matches(_ text: String) -> Bool {
    let made = program.withLock { program -> PatternProgram in
      let made = program ?? PatternProgram(root)
      program = made
      return made
    }
    return made.matches(text)
  }

  /// Draws a text that matches; open-ended repeats draw at most eight more than their least.
  package func draw(using generator: inout Entropy) -> String { drawn(&generator) }
  package func draw(using generator: inout SeededGenerator) -> String { drawn(&generator) }

  private func drawn(_ generator: inout some Chance) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(48)
    Self.draw(root, into: &text, using: &generator)
    return String(decoding: text, as: UTF8.self)
  }

  private static func draw(
    _ node: Node, into text: inout [UInt8], using generator: inout some Chance
  ) {
    switch node {
    case .scalars(let ranges):
      let count = ranges.reduce(0) { $0 + UInt32($1.count) }
      guard count > 0 else { return }
      draw(ranges, count == 1 ? 0 : generator.below(count), into: &text)
    case .sequence(let nodes):
      for node in nodes { draw(node, into: &text, using: &generator) }
    case .choice(let nodes):
      if let node = nodes.randomElement(using: &generator) {
        draw(node, into: &text, using: &generator)
      }
    case .repeated(let node, let least, let most):
      let ceiling = most ?? least + openEnded
      let times = least == ceiling ? least : Int.random(in: least...ceiling, using: &generator)
      // Most of what is drawn is one class of characters, many times.
      if case .scalars(let ranges) = node {
        draw(ranges, times: times, into: &text, using: &generator)
      } else {
        for _ in 0..<times { draw(node, into: &text, using: &generator) }
      }
    }
  }

  private static func draw(
    _ ranges: [ClosedRange<UInt32>], times: Int, into text: inout [UInt8],
    using generator: inout some Chance
  ) {
    let count = ranges.reduce(0) { $0 + UInt32($1.count) }
    guard count > 1 else {
      for _ in 0..<times where count == 1 { draw(ranges, 0, into: &text) }
      return
    }
    guard ranges.allSatisfy({ $0.upperBound < 0x80 }) else {
      for _ in 0..<times { draw(ranges, generator.below(count), into: &text) }
      return
    }
    // A table costs less than looking for the range of each letter.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { letters in
      var next = 0
      for range in ranges {
        for value in range where next < letters.count {
          letters[next] = UInt8(truncatingIfNeeded: value)
          next += 1
        }
      }
      for _ in 0..<times {
        let pick = Int(generator.below(count))
        // Ranges may overlap, and then hold more places than there are letters.
        if pick < next {
          text.append(letters[pick])
        } else {
          draw(ranges, UInt32(pick), into: &text)
        }
      }
    }
  }

  /// The scalar at a place of a class.
  private static func draw(
    _ ranges: [ClosedRange<UInt32>], _ pick: UInt32, into text: inout [UInt8]
  ) {
    var pick = pick
    for range in ranges {
      let size = UInt32(range.count)
      if pick < size {
        let value = range.lowerBound + pick
        if value < 0x80 {
          text.append(UInt8(truncatingIfNeeded: value))
        } else if let scalar = Unicode.Scalar(value) {
          text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        }
        return
      }
      pick -= size
    }
  }

  package static func == (a: Pattern, b: Pattern) -> Bool { a.source == b.source }
}
