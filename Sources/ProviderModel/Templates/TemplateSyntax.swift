/// Text with `{{path|filter:argument?}}` in it, as it was parsed: the language of every string in a fixture.
///
/// * `{{a.b}}` puts a value in; `{{a.b?}}` drops the whole member when the value is missing or empty.
/// * `{{rand:PATTERN}}` draws a text.
/// * In pages: `{{#if a.b}}…{{else}}…{{/if}}`, `{{#each list}}…{{item.x}}…{{/each}}`, `{{> part}}`.
///
/// No scripts, no functions, no recursion: `check` can resolve every path before anything is served.
struct TemplateSyntax: Sendable {
  struct Problem: Error, Sendable, Equatable { var sentence: String }

  struct Placeholder: Sendable {
    var path: [String]
    var filters: [Filter] = []
    var optional = false
    var pattern: Pattern?
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
