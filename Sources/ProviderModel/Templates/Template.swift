import JSON

/// Text with `{{path|filter:argument?}}` in it: the language of every string in a fixture.
///
/// * `{{a.b}}` puts a value in; `{{a.b?}}` drops the whole member when the value is missing or empty.
/// * `{{rand:PATTERN}}` draws a text.
/// * In pages: `{{#if a.b}}…{{else}}…{{/if}}`, `{{#each list}}…{{item.x}}…{{/each}}`, `{{> part}}`.
///
/// No scripts, no functions, no recursion: `check` can resolve every path before anything is served.
public struct Template: Sendable {
  public struct Problem: Error, Sendable, Equatable { public var sentence: String }

  public struct Filter: Sendable, Equatable {
    public var name: String
    public var arguments: [String]
  }

  public struct Expression: Sendable {
    public var path: [String]
    public var filters: [Filter] = []
    public var optional = false
    public var pattern: Pattern?
  }

  indirect enum Segment: Sendable {
    case text(String)
    case value(Expression)
    case when(Expression, [Segment], [Segment])
    case each(Expression, [Segment])
    case part(String)
  }

  public let source: String
  let segments: [Segment]

  public init(_ source: String) throws(Problem) {
    self.source = source
    // Most strings of a fixture hold no placeholder.
    guard source.utf8.contains(UInt8(ascii: "{")) else {
      segments = source.isEmpty ? [] : [.text(source)]
      return
    }
    var parser = TemplateParser(source)
    segments = try parser.parse()
  }

  /// Plain text that holds no placeholder.
  public var literal: String? {
    switch segments.count {
    case 0: ""
    case 1: if case .text(let text) = segments[0] { text } else { nil }
    default: nil
    }
  }

  /// A string of exactly one placeholder keeps the value's JSON type.
  var single: Expression? {
    if segments.count == 1, case .value(let expression) = segments[0] { expression } else { nil }
  }

  /// Every path that the template reads, with the paths under `item` left out: they are a list's.
  public var paths: [[String]] {
    func collect(_ segments: [Segment], into paths: inout [[String]]) {
      for segment in segments {
        switch segment {
        case .text, .part: break
        case .value(let expression): if expression.pattern == nil { paths.append(expression.path) }
        case .when(let expression, let then, let otherwise):
          paths.append(expression.path)
          collect(then, into: &paths)
          collect(otherwise, into: &paths)
        case .each(let expression, let body):
          paths.append(expression.path)
          collect(body, into: &paths)
        }
      }
    }
    var paths: [[String]] = []
    collect(segments, into: &paths)
    return paths.filter { $0.first != "item" }
  }

  public var parts: [String] {
    func collect(_ segments: [Segment]) -> [String] {
      segments.flatMap { segment -> [String] in
        switch segment {
        case .part(let name): [name]
        case .when(_, let then, let otherwise): collect(then) + collect(otherwise)
        case .each(_, let body): collect(body)
        default: []
        }
      }
    }
    return collect(segments)
  }
}
