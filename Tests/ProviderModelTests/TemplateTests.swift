import JSON
import Testing

@testable import ProviderModel

@Suite("Templates")
struct TemplateTests {
  private func context() throws -> Context {
    let x = """
      {"name": "a b", "list": ["p", "q"], "n": 41, "empty": "", "none": [], "t": 1512592611,
       "html": "<i>&\\"'", "yes": true, "no": false, "null": null, "deep": {"er": ["z"]}}
      """
    let parts = ["head": try Template("[{{x.name}}]"), "loop": try Template("{{> loop}}.")]
    return Context(roots: ["x": try json(x)], bits: ["p": 1, "q": 4], parts: parts)
  }

  private func write(_ source: String, html: Bool = false) throws -> String? {
    var context = try context()
    context.escapesHTML = html
    return context.text(try Template(source))
  }

  @Test(
    "placeholders and filters write this",
    arguments: [
      ("", ""), ("plain { } }}", "plain { } }}"),
      ("{{x.name}}!", "a b!"), ("{{x.n}}", "41"), ("{{x.yes}}{{x.no}}{{x.null}}", "truefalse"),
      ("<{{x.missing}}>", "<>"), ("{{y}}", ""), ("{{x.deep.er.0}}", "z"), ("{{x.deep.er.1}}", ""),
      ("{{x.list}}", "[\"p\",\"q\"]"), ("{{x.list|json}}", "[\"p\",\"q\"]"),
      ("{{x.name|json}}", "\"a b\""), ("{{x.n|json}}", "41"), ("{{x.n|string|json}}", "\"41\""),
      ("{{x.name|encode}}", "a%20b"), ("{{x.name|encode: }}", "a b"),
      ("{{x.name|base64}}", "YSBi"), ("{{x.name|title}}", "A b"),
      ("{{x.html|lower}}", "<i>&\"'"), ("{{x.name|replace: :+}}", "a+b"),
      ("{{x.name|replace: }}", "ab"), ("{{x.list|join:,}}", "p,q"), ("{{x.list|join}}", "pq"),
      ("{{x.name|join:,}}", "a b"), ("{{x.list|first}}", "p"), ("{{x.name|split: |first}}", "a"),
      ("{{x.name|prefix:1}}", "a"), ("{{x.name|prefix:9}}", "a b"), ("{{x.n|plus:1}}", "42"),
      ("{{x.n|plus:-42}}", "-1"), ("{{x.list|bits}}", "5"), ("{{x.missing|bits}}", "0"),
      ("{{x.t|date}}", "2017-12-06 20:36:51Z"), ("{{x.missing|default:d}}", "d"),
      ("{{x.empty|default:d}}", "d"), ("{{x.name|default:d}}", "a b"),
      ("{{x.name|title|encode|base64}}", "QSUyMGI="), ("{{x.html}}", "<i>&\"'"),
    ] as [(String, String)])
  func writes(_ source: String, _ text: String) throws {
    #expect(try write(source) == text)
  }

  @Test("an optional placeholder with nothing to say drops the whole text")
  func optional() throws {
    for path in ["x.missing", "x.empty", "x.none", "x.null", "x.no"] {
      #expect(try write("before {{\(path)?}} after") == nil)
    }
    #expect(try write("{{x.name?}}") == "a b")
    #expect(try write("{{x.missing|default:d?}}") == "d")
  }

  @Test(
    "pages have conditions, lists and parts",
    arguments: [
      ("{{#if x.name}}yes{{/if}}", "yes"),
      ("{{#if x.missing}}yes{{/if}}", ""),
      ("{{#if x.no}}yes{{else}}no{{/if}}", "no"),
      ("{{#if x.none}}a{{else}}{{#if x.yes}}b{{/if}}{{/if}}c", "bc"),
      ("{{#each x.list}}<{{item}}>{{/each}}", "<p><q>"),
      ("{{#each x.none}}<{{item}}>{{/each}}", ""),
      ("{{#each x.name}}<{{item}}>{{/each}}", ""),
      ("{{#each x.list}}{{#each x.list}}{{item}}{{/each}}{{item}} {{/each}}", "pqp pqq "),
      ("{{> head}}{{x.n}}", "[a b]41"),
      ("{{> missing}}.", "."),
    ] as [(String, String)])
  func blocks(_ source: String, _ text: String) throws {
    #expect(try write(source) == text)
  }

  @Test("a part that holds itself comes to an end")
  func loop() throws {
    #expect(try write("{{> loop}}")?.allSatisfy { $0 == "." } == true)
  }

  @Test("pages escape every value and none of their own text")
  func escaping() throws {
    #expect(
      try write("<b>{{x.html}}</b>", html: true) == "<b>&lt;i&gt;&amp;&quot;&#39;</b>")
    #expect(try write("{{x.html|raw}}", html: true) == "<i>&\"'")
    #expect(try write("{{#each x.list}}&{{item}}{{/each}}", html: true) == "&p&q")
    #expect(try write("{{x.list|json}}", html: true) == "[&quot;p&quot;,&quot;q&quot;]")
  }

  @Test("a draw matches its pattern, braces and all, and follows the seed")
  func draws() throws {
    let text = try #require(try write("{{rand:[0-9a-f]{8}}}_{{rand:a{2}|b{2}}}"))
    #expect(try Pattern("[0-9a-f]{8}_(aa|bb)").matches(text), "\(text)")
    #expect(try write("{{rand:[0-9a-f]{8}}}") == write("{{rand:[0-9a-f]{8}}}"))
  }

  @Test("one placeholder alone keeps its value's type")
  func types() throws {
    var context = try context()
    let shape = Scope(roots: ["x": ["*"]]).shape(
      try json(#"{"n": "{{x.n}}", "s": "{{x.n}}s", "l": "{{x.list}}", "o": "{{x.missing?}}"}"#),
      "", Findings())
    #expect(context.value(shape)?.text() == #"{"n":41,"s":"41s","l":["p","q"]}"#)
  }

  @Test("the paths and parts of a template can be listed, an item's left out")
  func paths() throws {
    let template = try Template("{{a.b}}{{#if c}}{{d|lower}}{{else}}{{> e}}{{/if}}{{rand:x}}")
    #expect(template.paths == [["a", "b"], ["c"], ["d"]])
    #expect(template.parts == ["e"])
    #expect(try Template("{{#each f.g}}{{item.h}}{{> i}}{{/each}}").paths == [["f", "g"]])
    #expect(try Template("plain").literal == "plain")
    #expect(try Template("{{a}}").literal == nil)
  }

  @Test(
    "a mistake is told",
    arguments: [
      ("{{a", "{{ is not closed with }}"), ("{{a}", "{{ is not closed with }}"),
      ("{{/if}}", "found {{/if}} with nothing to close"),
      ("{{else}}", "found {{else}} with nothing to close"),
      ("{{#if a}}", "{{#if a}} is not closed with {{/if}}"),
      ("{{#if a}}{{/each}}", "{{#if a}} is not closed with {{/if}}"),
      ("{{#if a}}{{else}}{{else}}{{/if}}", "{{#if a}} is not closed with {{/if}}"),
      ("{{#each a}}{{else}}{{/each}}", "{{#each a}} is not closed with {{/each}}"),
      ("{{}}", "expected a path such as req.state, found \"\""),
      ("{{ a }}", "expected a path such as req.state, found \" a \""),
      ("{{a..b}}", "expected a path such as req.state, found \"a..b\""),
      ("{{#unless a}}", "expected a path such as req.state, found \"#unless a\""),
      ("{{a|encod}}", "unknown filter \"encod\"; did you mean \"encode\"?"),
      (
        "{{a|}}",
        "unknown filter \"\""
      ),
      ("{{rand:[a}}", "pattern \"[a\", character 3: a class is not closed with ']'"),
      (String(repeating: "{{#if a}}", count: 20), "blocks are nested too deep"),
    ] as [(String, String)])
  func mistakes(_ source: String, _ sentence: String) {
    #expect(throws: Template.Problem(sentence: sentence)) { try Template(source) }
  }
}
