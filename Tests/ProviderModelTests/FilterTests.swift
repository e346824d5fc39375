import Basics
import Testing

@testable import ProviderModel

@Suite("Filters")
struct FilterTests {
  private func write(_ source: String) throws -> String? {
    let facts = try Facts.tiny()
    facts.setFound(
      "x",
      try json(
        """
        {"n": 41, "t": 1512592611, "name": "a b", "list": ["p q", "r"], "most": 9223372036854775807,
         "least": "-9223372036854775808"}
        """))
    return facts.text(try Template.compiled(source))
  }

  @Test(
    "compute, cut and convert",
    arguments: [
      ("{{found.x.n|minus:1}}", "40"), ("{{found.x.n|times:-2}}", "-82"),
      ("{{found.x.n|divided:2}}", "20"), ("{{found.x.n|minus:42|divided:2}}", "-1"),
      ("{{found.x.t|minus:found.x.n}}", "1512592570"), ("{{found.x.t|minus:now}}", "0"),
      ("{{found.x.n|divided:found.x.none}}", "0"), ("{{found.x.none|plus:1}}", ""),
      ("{{found.x.most|plus:1}}", "0"), ("{{found.x.least|divided:-1}}", "0"),
      ("{{found.x.t|millis}}", "1512592611000"),
      ("{{found.x.name|suffix:1}}", "b"), ("{{found.x.name|suffix:9}}", "a b"),
      ("{{found.x.name|after: }}", "b"), ("{{found.x.name|after:z}}", ""),
      ("{{found.x.list|after:p }}", "q"), ("{{found.x.list|after:q}}", ""),
      ("{{found.x.list|last}}", "r"), ("{{found.x.list|split: }}", "[\"p\",\"q\",\"r\"]"),
      (
        "{{found.x.name|sha256}}",
        "c8687a08aa5d6ed2044328fa6a697ab8e96dc34291e8c2034ae8c38e6fcc6d65"
      ),
      ("{{found.x.t|date:%a, %d %b %Y %H:%M:%S GMT}}", "Wed, 06 Dec 2017 20:36:51 GMT"),
      ("{{found.x.t|date:\"%A %-d %B %y, %I|%p%%\"}}", "Wednesday 6 December 17, 08|PM%"),
      ("{{found.x.n|minus:42|date:%A %m}}", "Wednesday 12"),
      ("{{found.x.least|date:%Y}}", "-6060"), ("{{found.x.most|isodate}}", "9999-12-31T23:59:59Z"),
    ] as [(String, String)])
  func writes(_ source: String, _ text: String) throws {
    #expect(try write(source) == text)
  }

  private static let quote = "; put an argument that has a colon in quotation marks"

  @Test(
    "are told how many arguments they take, and which",
    arguments: [
      ("{{a|replace:a:b:c}}", "expected |replace:OLD:NEW, found 3 arguments\(quote)"),
      ("{{a|replace}}", "expected |replace:OLD:NEW, found 0 arguments"),
      ("{{a|first:1}}", "expected |first, found 1 arguments"),
      ("{{a|default}}", "expected |default:TEXT, found 0 arguments"),
      ("{{a|divided:0}}", "expected a number other than 0 after divided:, found \"0\""),
      (
        "{{a|sha256:heks}}",
        "unknown coding \"heks\" after sha256:; known here: base64, base64url, hex"
      ),
      (
        "{{a|date:%Q}}",
        "expected one of %Y, %y, %m, %B, %b, %d, %A, %a, %H, %I, %p, %M, %S, %% in the format of a date, found \"%Q\""
      ),
    ] as [(String, String)])
  func mistakes(_ source: String, _ sentence: String) {
    #expect(throws: TemplateSyntax.Problem(sentence: sentence)) { try TemplateSyntax(source) }
  }

  @Test("may name a fact, which has to exist")
  func facts() throws {
    let error = #expect(throws: FixtureError.self) { try Template.compiled("{{now|minus:nov}}") }
    #expect(
      error?.findings.map(\.sentence) == [
        "the placeholder {{nov}} can't be resolved here; did you mean \"now\"?"
      ])
    // A document is kept only if no fact of it can differ: those of filters count.
    #expect(try Template.compiled("{{token.left|plus:now}}").facts == [.token(.left), .now])
  }

  @Test(
    "are told which type of value they need",
    arguments: [
      (
        "{{now|lower}}",
        "|lower needs a text, and {{now}} is a number there; write |string before it, or remove it"
      ),
      (
        "{{client.name|isodate}}",
        "|isodate needs a number, and {{client.name}} is a text there; remove it"
      ),
      (
        "{{grant.scope|title}}",
        "|title needs a text, and {{grant.scope}} is a list there; write |join:MARK before it"
      ),
      (
        "{{client.name|bits}}", "|bits needs a list, and {{client.name}} is a text there; remove it"
      ),
      (
        "{{token.left|plus:client.name}}",
        "|plus needs a number behind its colon, and client.name is a text"
      ),
      (
        "{{now|isodate|millis}}", "|millis needs a number, and {{now}} is a text there; remove it"
      ),
    ] as [(String, String)])
  func types(_ source: String, _ sentence: String) {
    let error = #expect(throws: FixtureError.self) { try Template.compiled(source) }
    #expect(error?.findings.map(\.sentence) == [sentence])
  }

  @Test(
    "take what fits, and what only a request tells",
    arguments: [
      "{{now|string|lower}}", "{{grant.scope|join: |title}}", "{{req.headers.host|lower}}",
      "{{found.x.y|isodate}}", "{{grant.scope|first|title}}", "{{grant.scope|bits}}",
      "{{token.left|default:0|plus:1}}", "{{client.redirect_uris|first|own}}", "{{query.a|millis}}",
    ])
  func fitting(_ source: String) throws { _ = try Template.compiled(source) }

  @Test("a text with a name is drawn once for each answer, also where other texts are drawn before")
  func once() throws {
    let facts = try Facts.tiny()
    func write(_ source: String) throws -> String {
      try #require(facts.text(Template.compiled(source)))
    }
    let first = try write("{{once:trace:[0-9a-f]{16}}}")
    #expect(first.count == 16)
    _ = try write("{{rand:[a-z]{9}}}")
    #expect(try write("{{once:trace:[0-9a-f]{16}}}") == first)
    #expect(try write("{{once:other:[0-9a-f]{16}}}") != first)
    let reader = Diagnostics()
    for pattern in ["[0-9]", "[0-9]", "[a-f]"] {
      _ = Vocabulary().template(JSONValue(.string("{{once:trace:\(pattern)}}")), "/x", reader)
    }
    #expect(
      reader.list.map(\.sentence) == [
        "once:trace has the pattern [0-9] at another place; it is one text, so give it one pattern or another name"
      ])
    #expect(throws: TemplateSyntax.Problem.self) { try TemplateSyntax("{{once:[0-9]}}") }
  }
}
