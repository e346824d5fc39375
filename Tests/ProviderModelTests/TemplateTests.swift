import Basics
import Testing

@testable import ProviderModel

@Suite("Templates")
struct TemplateTests {
  private static let parts = [("head", "[{{found.x.name}}]")]

  private func facts() throws -> Facts {
    let x = """
      {"name": "a b", "list": ["p", "q"], "n": 41, "empty": "", "none": [], "t": 1512592611,
       "html": "<i>&\\"'", "odd.name[1]": "odd", "yes": true, "no": false, "null": null, "deep": {"er": ["z"]}}
      """
    let facts = try Facts.tiny(templates: Self.parts, bits: [("p", 1), ("q", 4)])
    facts.setFound("x", try json(x))
    return facts
  }

  /// - Parameter source: says `x` for `found.x`, the record that all of these are about.
  private func template(_ source: String) throws -> Template {
    var whole = source
    for start in ["{{", "{{#if ", "{{#each "] {
      whole = whole.replacing(start + "x.", with: start + "found.x.")
    }
    return try Template.compiled(whole, templates: Self.parts.map(\.0))
  }

  private func write(_ source: String, html: Bool = false) throws -> String? {
    let facts = try facts()
    let template = try template(source)
    return html
      ? String(decoding: Evaluation(facts).page(template), as: UTF8.self) : facts.text(template)
  }

  @Test(
    "placeholders and filters write this",
    arguments: [
      ("", ""), ("plain { } }}", "plain { } }}"),
      ("{{{x.name}}}", "{a b}"), ("{{{{x.n}}}}", "{{41}}"), ("{{{rand:[a]{2}}}}", "{aa}"),
      ("{{x.name}}!", "a b!"), ("{{x.n}}", "41"), ("{{x.yes}}{{x.no}}{{x.null}}", "truefalse"),
      ("<{{x.missing}}>", "<>"), ("{{x.deep.er.0}}", "z"), ("{{x.deep.er.1}}", ""),
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
      ("{{x.missing|default:http://d}}", "http://d"), ("{{x.name|replace:\" \":\"|:\"}}", "a|:b"),
      ("{{x.missing|default:\"a|b\"}}", "a|b"), ("{{x.\"odd.name[1]\"}}", "odd"),
      ("{{x.\"name\"|replace:a:\"\"}}", " b"), ("{{x.name|join:a\"}}", "a b"),
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
    ] as [(String, String)])
  func blocks(_ source: String, _ text: String) throws {
    #expect(try write(source) == text)
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
    let facts = try facts()
    let text =
      #"{"n": "{{found.x.n}}", "s": "{{found.x.n}}s", "l": "{{found.x.list}}", "o": "{{found.x.missing?}}"}"#
    let shape = Vocabulary().shape(try json(text), "", Diagnostics())
    #expect(
      String(decoding: facts.json(shape), as: UTF8.self) == #"{"n":41,"s":"41s","l":["p","q"]}"#)
  }

  @Test(
    "an object has the members that a list picks, alone or in groups, and those that are always there",
    arguments: [
      ("{{found.x.missing}}", "{\"id\":41}"), ("{{found.x.empty|split:,}}", "{\"id\":41}"),
      ("{{found.x.name}}", "{\"id\":41}"),
      ("{{found.x.list}}", "{\"id\":41,\"p\":1,\"q\":\"a b\"}"),
      ("{{found.x.list|first|split:,}}", "{\"id\":41,\"p\":1}"),
      ("{{found.x.deep.er}}", "{\"r\":[],\"id\":41,\"p\":1}"),
      ("{{found.x.name|replace:a b:lost,id,none,q|split:,}}", "{\"id\":41,\"q\":\"a b\"}"),
    ] as [(String, String)])
  func picks(_ list: String, _ text: String) throws {
    let source = """
      {"$pick": "\(list)", "always": ["id"], "groups": {"z": ["p", "r"]},
       "from": {"r": [], "id": "{{found.x.n}}", "p": 1, "q": "{{found.x.name}}", "lost": "{{found.x.empty?}}"}}
      """
    let findings = Diagnostics()
    let shape = Vocabulary().shape(try json(source), "", findings)
    #expect(findings.list.isEmpty)
    let facts = try facts()
    #expect(String(decoding: facts.json(shape), as: UTF8.self) == text)
    // The same where an answer is made as a tree.
    #expect(facts.value(of: shape)?.json?.text() == text)
  }

  @Test("the facts and parts of a template can be listed")
  func lists() throws {
    let names = ["e", "i"]
    let template = try Template.compiled(
      "{{found.b}}{{#if now}}{{mode|lower}}{{else}}{{> e}}{{/if}}{{rand:x}}", templates: names)
    #expect(template.facts == [.found("b"), .now, .mode])
    #expect(template.parts == [0])
    let loop = try Template.compiled(
      "{{#each found.g}}{{item.h}}{{> i}}{{/each}}", templates: names)
    #expect(loop.facts == [.found("g"), .item])
    #expect(loop.parts == [1])
    #expect(try Template.compiled("plain").literal == "plain")
    #expect(try Template.compiled("{{now}}").literal == nil)
  }

  @Test(
    "what nothing knows is told when a template is read",
    arguments: [
      ("{{y}}", "the placeholder {{y}} can't be resolved here"),
      ("{{fond.x}}", "the placeholder {{fond.x}} can't be resolved here; did you mean \"found\"?"),
      ("{{> haed}}.", "there is no template \"haed\"; did you mean \"head\"?"),
      (
        "{{query}}",
        "the placeholder {{query}} names a group: put a dot and a member behind it"
      ),
      (
        "{{provider}}",
        "the placeholder {{provider}} names a group: put a dot and a member behind it; "
          + "known here: acr_values, auth_methods, authorization_details_types, challenge_methods, claims, client_algs, "
          + "client_schemes, grants, id, id_token_algs, parameters, parts, prompts, request_object_algs, response_algs, "
          + "response_modes, response_types, scopes, secret_auth_methods, signing_alg, signing_algs, title"
      ),
    ] as [(String, String)])
  func unknown(_ source: String, _ sentence: String) {
    let error = #expect(throws: FixtureError.self) { try template(source) }
    #expect(error?.findings.map(\.sentence) == [sentence])
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
    #expect(throws: TemplateSyntax.Problem(sentence: sentence)) { try TemplateSyntax(source) }
  }
}
