import JSON

/// What templates may look at while one answer is written.
public struct Context: Sendable {
  public var roots: [String: JSONValue]
  /// Draws `{{rand:…}}`.
  public var random: SeededGenerator
  /// `{{x|bits}}`: a name's bit at this provider.
  public var bits: [String: Int]
  public var parts: [String: Template]
  /// Pages escape every value; other texts are escaped by their encoder.
  public var escapesHTML = false

  public init(
    roots: [String: JSONValue] = [:], random: SeededGenerator = SeededGenerator(seed: 0),
    bits: [String: Int] = [:], parts: [String: Template] = [:]
  ) {
    self.roots = roots
    self.random = random
    self.bits = bits
    self.parts = parts
  }

  func value(at path: [String]) -> JSONValue? {
    guard let root = path.first, var value = roots[root] else { return nil }
    for name in path.dropFirst() {
      if let index = Int(name), let array = value.arrayValue {
        guard array.indices.contains(index) else { return nil }
        value = array[index]
      } else {
        guard let next = value[name] else { return nil }
        value = next
      }
    }
    return value
  }

  mutating func value(of expression: Template.Expression) -> JSONValue? {
    if let pattern = expression.pattern {
      return JSONValue(.string(pattern.draw(using: &random)))
    }
    var value = value(at: expression.path)
    for filter in expression.filters {
      value =
        filter.name == "own"
        ? ownPath(Filters.text(value)).map { JSONValue(.string($0)) }
        : Filters.apply(filter, to: value, bits: bits)
    }
    return value
  }

  static func isEmpty(_ value: JSONValue?) -> Bool {
    switch value?.content {
    case nil, .null, .string(""), .bool(false): true
    case .array(let elements): elements.isEmpty
    default: false
    }
  }

  /// The text of a template, or `nil` when an optional placeholder has nothing to say.
  public mutating func text(_ template: Template) -> String? {
    var output = ""
    return write(template.segments, to: &output, depth: 0) ? output : nil
  }

  private mutating func write(
    _ segments: [Template.Segment], to output: inout String, depth: Int
  ) -> Bool {
    guard depth < 12 else { return true }
    for segment in segments {
      switch segment {
      case .text(let text): output += text
      case .value(let expression):
        let value = value(of: expression)
        if expression.optional, Self.isEmpty(value) { return false }
        let text = Filters.text(value)
        let raw = expression.filters.last?.name == "raw"
        output += escapesHTML && !raw ? Markup.escape(text) : text
      case .when(let expression, let then, let otherwise):
        let branch = Self.isEmpty(value(of: expression)) ? otherwise : then
        if !write(branch, to: &output, depth: depth + 1) { return false }
      case .each(let expression, let body):
        let outer = roots["item"]
        for item in value(of: expression)?.arrayValue ?? [] {
          roots["item"] = item
          if !write(body, to: &output, depth: depth + 1) { return false }
        }
        roots["item"] = outer
      case .part(let name):
        guard let part = parts[name] else { continue }
        if !write(part.segments, to: &output, depth: depth + 1) { return false }
      }
    }
    return true
  }
}

/// A small fast generator (SplitMix64) that repeats for the same seed: decoration, never secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64
  public init(seed: UInt64) { state = seed }
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
