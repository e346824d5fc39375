struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  /// What may be drawn for `.`, and the far end of a negated class: printable ASCII.
  private static let printable: ClosedRange<UInt32> = 0x20...0x7E
  private static let largestRepeat = 4096
  /// Each character that is matched may be held against all of them.
  private static let mostRanges = 1024

  init(_ source: String) { scalars = Array(source.unicodeScalars) }

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func next() -> Unicode.Scalar? {
    guard let scalar = peek else { return nil }
    index += 1
    return scalar
  }

  mutating func parse() throws(Pattern.Problem) -> Pattern.Node {
    let node = try choice()
    if let scalar = peek { throw problem("found '\(scalar)' with nothing to close") }
    return node
  }

  private func problem(_ sentence: String) -> Pattern.Problem {
    Pattern.Problem(sentence: "pattern \"\(string)\", character \(index + 1): \(sentence)")
  }
  private var string: String {
    String(String.UnicodeScalarView(scalars))
  }

  private mutating func choice() throws(Pattern.Problem) -> Pattern.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 16 else { throw problem("groups are nested deeper than 16") }
    var branches = [try sequence()]
    while peek == "|" {
      index += 1
      branches.append(try sequence())
    }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(Pattern.Problem) -> Pattern.Node {
    var nodes: [Pattern.Node] = []
    while let scalar = peek, scalar != "|", scalar != ")" {
      nodes.append(try repeated(try atom()))
    }
    return .sequence(nodes)
  }

  private mutating func atom() throws(Pattern.Problem) -> Pattern.Node {
    guard let scalar = next() else { throw problem("it ends too early") }
    switch scalar {
    case "(":
      let node = try choice()
      guard next() == ")" else { throw problem("a group is not closed with ')'") }
      return node
    case "[": return try characterClass()
    case ".": return .scalars([Self.printable])
    case "\\":
      guard let escaped = next() else { throw problem("it ends in a lone '\\'") }
      if escaped == "d" { return .scalars([0x30...0x39]) }
      if escaped.properties.isAlphabetic {
        throw problem("'\\\(escaped)' is not known; known: \\d and escaped punctuation")
      }
      return .scalars([escaped.value...escaped.value])
    case "*", "+", "?", "{": throw problem("'\(scalar)' has nothing before it to repeat")
    case "]", "}": throw problem("found '\(scalar)' with nothing to close; write \\\(scalar)")
    case "^", "$":
      throw problem("'\(scalar)' is not needed: a pattern always covers the whole text")
    default: return .scalars([scalar.value...scalar.value])
    }
  }

  private mutating func characterClass() throws(Pattern.Problem) -> Pattern.Node {
    var ranges: [ClosedRange<UInt32>] = []
    let negated = peek == "^"
    if negated { index += 1 }
    while let scalar = next() {
      guard ranges.count <= Self.mostRanges else {
        throw problem("a class has more than \(Self.mostRanges) parts")
      }
      if scalar == "]" {
        let all = (negated ? Self.complement(ranges) : ranges).flatMap(Self.characters)
        guard !ranges.isEmpty, !all.isEmpty else { throw problem("the class is empty") }
        return .scalars(all)
      }
      guard let low = scalar == "\\" ? next() : scalar else { break }
      guard peek == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
        ranges.append(low.value...low.value)
        continue
      }
      index += 1
      guard var high = next() else { break }
      if high == "\\" {
        guard let escaped = next() else { break }
        high = escaped
      }
      guard low.value <= high.value else { throw problem("the range \(low)-\(high) is backwards") }
      ranges.append(low.value...high.value)
    }
    throw problem("a class is not closed with ']'")
  }

  /// A range may hold halves of surrogate pairs. They are no characters: drawn, they would be nothing.
  private static func characters(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
    let below = min(range.upperBound, 0xD7FF)
    let above = max(range.lowerBound, 0xE000)
    return (range.lowerBound <= below ? [range.lowerBound...below] : [])
      + (above <= range.upperBound ? [above...range.upperBound] : [])
  }

  private static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var from: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > from { result.append(from...(range.lowerBound - 1)) }
      from = max(from, range.upperBound + 1)
    }
    if from <= 0x10FFFF { result.append(from...0x10FFFF) }
    return result
  }

  private mutating func repeated(_ node: Pattern.Node) throws(Pattern.Problem) -> Pattern.Node {
    switch peek {
    case "*":
      index += 1
      return .repeated(node, least: 0, most: nil)
    case "+":
      index += 1
      return .repeated(node, least: 1, most: nil)
    case "?":
      index += 1
      return .repeated(node, least: 0, most: 1)
    case "{":
      index += 1
      let least = try number()
      var most: Int? = least
      if peek == "," {
        index += 1
        most = peek == "}" ? nil : try number()
      }
      guard next() == "}" else { throw problem("a count is not closed with '}'") }
      if let most, most < least { throw problem("the count {\(least),\(most)} is backwards") }
      return .repeated(node, least: least, most: most)
    default: return node
    }
  }

  private mutating func number() throws(Pattern.Problem) -> Int {
    var value: Int?
    while let scalar = peek, let digit = Int(String(scalar)), scalar.isASCII {
      value = (value ?? 0) * 10 + digit
      guard let value, value <= Self.largestRepeat else {
        throw problem("a count is larger than \(Self.largestRepeat)")
      }
      index += 1
    }
    guard let value else { throw problem("expected a number in the braces") }
    return value
  }
}
