import Basics
import Testing

@testable import ProviderModel

@Suite("Markup")
struct MarkupTests {
  @Test(
    "is escaped, whatever stands behind it",
    arguments: [
      ("<i>&\"'", "&lt;i&gt;&amp;&quot;&#39;"), ("plain é 🎭", "plain é 🎭"), ("", ""),
      // One character each, to Swift; to a browser the attribute ends.
      ("\"\u{301}", "&quot;\u{301}"), ("'\u{301}", "&#39;\u{301}"), ("<\u{338}", "&lt;\u{338}"),
      (">\u{FE0F}", "&gt;\u{FE0F}"), ("&\u{20DD}", "&amp;\u{20DD}"),
      ("\"\u{200D}x", "&quot;\u{200D}x"),
    ])
  func escape(_ text: String, _ escaped: String) throws {
    #expect(Markup.escape(text).utf8.elementsEqual(escaped.utf8))
    let facts = try Facts.tiny()
    facts.setFound("x", JSONValue(.string(text)))
    let page = Evaluation(facts).page(try Template.compiled("<a title=\"{{found.x}}\">"))
    #expect(page.elementsEqual("<a title=\"\(escaped)\">".utf8))
  }

  @Test("in XML has an apostrophe of its own")
  func xml() throws {
    let facts = try Facts.tiny()
    facts.setFound("x", JSONValue(.string("'\u{301}")))
    #expect(facts.text(try Template.compiled("{{found.x|xml}}")) == "&apos;\u{301}")
  }
}
