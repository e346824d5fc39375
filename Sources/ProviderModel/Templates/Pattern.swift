/// The pattern subset that fixtures use to draw values and to match them: literals, `\` escapes,
/// classes `[A-Za-z0-9_-]`, `.`, groups `(a|b)`, and `{n}`, `{n,m}`, `?`, `*`, `+`.
///
/// Matching runs a set of states over the text, so its time is linear in the text: Swift's
/// `Regex` backtracks, and a pattern meets what clients send.
public struct Pattern: Sendable, Equatable {
  public struct Problem: Error, Sendable, Equatable {
    public var sentence: String
  }

  indirect enum Node: Sendable, Equatable {
    case scalars([ClosedRange<UInt32>])
    case sequence([Node])
    case choice([Node])
    case repeated(Node, least: Int, most: Int?)
  }

  public let source: String
  let root: Node
  private let program: PatternProgram

  public init(_ source: String) throws(Problem) {
    var parser = PatternParser(source)
    self.source = source
    root = try parser.parse()
    program = try PatternProgram(root)
    guard Self.longestDrawing(root) <= Self.mostDrawn else {
      throw Problem(
        sentence: "pattern \"\(source)\": it could draw more than \(Self.mostDrawn) characters")
    }
  }

  /// Open-ended repeats are short in the program and long when drawn: each level takes eight times the one below.
  private static let mostDrawn = 100_000
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

  /// Whether the whole text matches.
  public func matches(_ text: String) -> Bool { program.matches(text) }

  /// Draws a text that matches; open-ended repeats draw at most eight more than their least.
  public func draw(using generator: inout some RandomNumberGenerator) -> String {
    var text = String.UnicodeScalarView()
    Self.draw(root, into: &text, using: &generator)
    return String(text)
  }

  private static func draw(
    _ node: Node, into text: inout String.UnicodeScalarView,
    using generator: inout some RandomNumberGenerator
  ) {
    switch node {
    case .scalars(let ranges):
      let count = ranges.reduce(0) { $0 + UInt32($1.count) }
      guard count > 0 else { return }
      var pick = count == 1 ? 0 : UInt32.random(in: 0..<count, using: &generator)
      for range in ranges {
        if pick < UInt32(range.count) {
          if let scalar = Unicode.Scalar(range.lowerBound + pick) { text.append(scalar) }
          return
        }
        pick -= UInt32(range.count)
      }
    case .sequence(let nodes):
      for node in nodes { draw(node, into: &text, using: &generator) }
    case .choice(let nodes):
      if let node = nodes.randomElement(using: &generator) {
        draw(node, into: &text, using: &generator)
      }
    case .repeated(let node, let least, let most):
      let ceiling = most ?? least + openEnded
      let times = least == ceiling ? least : Int.random(in: least...ceiling, using: &generator)
      for _ in 0..<times { draw(node, into: &text, using: &generator) }
    }
  }

  public static func == (a: Pattern, b: Pattern) -> Bool { a.source == b.source }
}
