import Basics

@testable import ProviderModel

/// A template that is read stands in a block as it stands alone; what it draws matches its pattern; what compiles is
/// written, and a page takes no markup from a value.
enum TemplateProperties {
  static func check(_ source: String) throws {
    try check(pattern: source)
    guard let syntax = try? TemplateSyntax(source) else { return }
    // A brace that stands before the block's end would become a part of it. The deepest one has no room for another.
    if source.utf8.last != UInt8(ascii: "{"),
      let block = try? TemplateSyntax("{{#if req.a}}\(source){{/if}}")
    {
      guard block.segments.count == 1, case .when(_, let inner, let others) = block.segments[0]
      else { throw Broken(description: "\(source.shown) breaks out of a block") }
      try hold(
        others.isEmpty && "\(inner)" == "\(syntax.segments)",
        "\(source.shown) is another template in a block")
    }
    // What lists within lists multiply, and what a long page costs, is the fixture's own affair.
    guard source.utf8.count < 16_384,
      Array(source.utf8).split(separator: Array("#each".utf8)).count < 4
    else { return }
    try write(source)
  }

  private static func check(pattern source: String) throws {
    guard source.utf8.count < 200, let pattern = try? Pattern(source) else { return }
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2 {
      let drawn = pattern.draw(using: &random)
      // A long one against a large program takes its time, which is linear in both.
      if drawn.utf8.count < 2_000 {
        try hold(pattern.matches(drawn), "\(source.shown) does not match \(drawn.shown)")
      }
    }
  }

  private static func write(_ source: String) throws {
    var vocabulary = Vocabulary()
    vocabulary.templates = ["head"]
    vocabulary.parameters = ["state"]
    let findings = Diagnostics()
    let template = vocabulary.inPages().template(
      JSONValue(.string(source)), "", findings)
    guard let template, findings.list.isEmpty else { return }
    let facts = try facts()
    let text = facts.text(template)
    let page = Evaluation(facts).page(template)
    try hold(String(validating: page, as: UTF8.self) != nil, "a page is no text")
    if !source.utf8.contains(UInt8(ascii: "<")), !source.contains("raw"), !source.contains(">") {
      try hold(!page.contains(UInt8(ascii: "<")), "\(source.shown) lets markup into a page")
    }
    if let literal = template.literal { try hold(text == literal, "\(literal.shown) changed") }
  }

  private static let provider = Result {
    let fixture = """
      {"schema": 1, "id": "tiny", "title": "Tiny", "hosts": {"main": "tiny.test"},
       "scope": {"bits": {"p": 1, "q": 4}},
       "templates": {"head": "[{{found.x.name}}]"}, "vars": {"x": {"table": "xs"}}, "tables": {"xs": {"key": "id"}},
       "shapes": {"nothing": {"empty": true}}, "errors": {},
       "endpoints": {"d": {"kind": "document", "at": "main:/d/{x}", "answer": "nothing"}}}
      """
    var set = FixtureSet()
    try set.add(Array(fixture.utf8), name: "tiny.json")
    return try set.resolve("tiny")
  }

  private static let found = Result {
    let text = """
      {"name": "a b", "list": ["p", "q"], "n": 41, "empty": "", "none": [], "t": 1512592611,
       "html": "<i>&\\"'", "yes": true, "no": false, "null": null, "deep": {"er": ["z"]}}
      """
    return try JSONReader().read(Array(text.utf8), file: "found").root
  }

  private static func facts() throws -> Facts {
    let provider = try provider.get()
    guard let route = provider.endpoints.first?.routes.first else {
      throw Broken(description: "the provider has no endpoint")
    }
    let facts = Facts(
      provider: provider, base: Base(scheme: "http", authority: "127.0.0.1:8080", prefix: "/tiny"),
      variables: [], route: route, now: 1_512_592_611, query: Parameters([]), form: Parameters([]),
      request: RequestFacts(method: "GET", path: "/d", rawQuery: ""),
      random: SeededGenerator(seed: 0))
    facts.setFound("x", try found.get())
    return facts
  }
}
