/// Text with placeholders, compiled: every name in it is a fact.
///
/// `TemplateParser` reads the language, `Vocabulary` finds the facts.
package final class Template: Sendable {
  indirect enum Segment: Sendable {
    case text(String)
    case value(Expression)
    case when(Expression, [Segment], [Segment])
    case each(Expression, [Segment])
    /// A place in the provider's templates.
    case part(Int)
  }

  package let source: String
  let segments: [Segment]
  /// Whether writing it uses random text.
  let draws: Bool
  /// Plain text that holds no placeholder.
  package let literal: String?
  /// A string of exactly one placeholder keeps the value's JSON type.
  let single: Expression?

  init(source: String, segments: [Segment]) {
    self.source = source
    self.segments = segments
    draws = segments.contains { Self.draws($0) }
    literal =
      switch segments.count {
      case 0: ""
      case 1: if case .text(let text) = segments[0] { text } else { nil }
      default: nil
      }
    single =
      if segments.count == 1, case .value(let expression) = segments[0] { expression } else { nil }
  }

  /// A text without placeholders.
  package convenience init(literal: String) {
    self.init(source: literal, segments: literal.isEmpty ? [] : [.text(literal)])
  }

  private static func draws(_ segment: Segment) -> Bool {
    switch segment {
    case .text: false
    case .value(let expression): expression.draws
    case .when(_, let then, let otherwise): (then + otherwise).contains { draws($0) }
    case .each(_, let body): body.contains { draws($0) }
    // A part is a page's, and pages are written in full.
    case .part: true
    }
  }

  /// The texts between its placeholders.
  var texts: [String] {
    func collect(_ segments: [Segment]) -> [String] {
      segments.flatMap { segment -> [String] in
        switch segment {
        case .text(let text): [text]
        case .when(_, let then, let otherwise): collect(then) + collect(otherwise)
        case .each(_, let body): collect(body)
        case .value, .part: []
        }
      }
    }
    return collect(segments)
  }

  /// Everything that it names.
  var facts: [Fact] {
    func collect(_ segments: [Segment], into facts: inout [Fact]) {
      for segment in segments {
        switch segment {
        case .text, .part: break
        case .value(let expression): facts += expression.facts
        case .when(let expression, let then, let otherwise):
          facts += expression.facts
          collect(then, into: &facts)
          collect(otherwise, into: &facts)
        case .each(let expression, let body):
          facts += expression.facts
          collect(body, into: &facts)
        }
      }
    }
    var facts: [Fact] = []
    collect(segments, into: &facts)
    return facts
  }

  /// The templates that it takes in, by their places.
  var parts: [Int] {
    func collect(_ segments: [Segment]) -> [Int] {
      segments.flatMap { segment -> [Int] in
        switch segment {
        case .part(let index): [index]
        case .when(_, let then, let otherwise): collect(then) + collect(otherwise)
        case .each(_, let body): collect(body)
        default: []
        }
      }
    }
    return collect(segments)
  }
}

/// Text with `{{path|filter:argument?}}` in it, as it was parsed: the language of every string in a fixture.
///
/// * `{{a.b}}` puts a value in; `{{a.b?}}` drops the whole member when the value is missing or empty.
/// * `{{rand:PATTERN}}` draws a text, `{{once:NAME:PATTERN}}` one that is the same in the whole answer.
/// * Blocks: `{{#if a.b}}…{{else}}…{{/if}}`, `{{#each list}}…{{item.x}}…{{/each}}`, `{{> part}}`.
///
/// No scripts, no functions, no recursion: `check` can resolve every path before anything is served.
struct TemplateSyntax: Sendable {
  struct Problem: Error, Sendable, Equatable { var sentence: String }

  struct Placeholder: Sendable {
    var path: [String]
    var filters: [Filter] = []
    var optional = false
    var pattern: Pattern?
    /// The name of a text that is drawn once for each answer.
    var once: String?
  }

  indirect enum Segment: Sendable {
    case text(String)
    case value(Placeholder)
    case when(Placeholder, [Segment], [Segment])
    case each(Placeholder, [Segment])
    case part(String)
  }

  let source: String
  let segments: [Segment]

  /// The names of a path without braces: `links."openid.authorize"`.
  static func path(_ text: String) throws(Problem) -> [String] {
    try TemplateParser.path(text[...], of: text[...])
  }

  init(_ source: String) throws(Problem) {
    self.source = source
    // Most strings of a fixture hold no placeholder.
    guard source.utf8.contains(UInt8(ascii: "{")) else {
      segments = source.isEmpty ? [] : [.text(source)]
      return
    }
    var parser = TemplateParser(source)
    segments = try parser.parse()
  }
}
