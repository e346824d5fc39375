import Testing

@testable import UserAgent

@Suite("A page's tags and text")
struct HTMLRuleTests {
  @Test(
    "a tag has a name and attributes, with white space or a slash between them",
    arguments: [
      (#"INPUT name=a value = "b c" checked>"#, ["name=a", "value=b c", "checked="]),
      ("input/name=a/checked/>", ["name=a/checked/"]), ("input/checked/>", ["checked="]),
      ("input\n\t/ checked  / x='1'y=2 >", ["checked=", "x=1", "y=2"]), ("input/>", []),
      ("input >", []),
    ])
  func tag(_ text: String, _ attributes: [String]) {
    var rest = text.unicodeScalars[...]
    let tag = UserAgent.Tag(&rest)
    #expect(tag?.name == "input")
    #expect(tag?.attributes.map { "\($0.name)=\($0.value)" } == attributes)
  }

  @Test(
    "a character reference is replaced, and what is none stays",
    arguments: [
      ("&#65;&#x41;&#X6a;", "AAj"), ("&lt;&amp;&gt;", "<&>"), ("&amp;amp;", "&amp;"),
      ("a&b&lt;c", "a&b<c"), ("a & b; c&lt;", "a & b; c<"), ("&lt", "&lt"), ("&LT;", "&LT;"),
      ("&#0000000065;", "&#0000000065;"), ("&#xZZ;&none;&#;&;", "&#xZZ;&none;&#;&;"),
      ("&#+65;&#x+41;", "&#+65;&#x+41;"), ("none", "none"),
    ])
  func references(_ text: String, _ expected: String) {
    #expect(HTMLPage.plain(text.unicodeScalars[...]) == expected)
  }

  @Test("a bracket that begins no tag is text")
  func bracket() {
    #expect(HTMLPage("1 < 2 and <b>x</b> <3").text == "1 < 2 and x <3")
  }

  @Test("a script goes on to its own end")
  func script() {
    let page = HTMLPage(#"<script>"<xscript></b></scrip"; a()</script><p>b"#)
    #expect(page.scripts.map(\.text) == [#""<xscript></b></scrip"; a()"#])
    #expect(page.text == "b")
  }

  @Test(
    "a script in an address runs where the page goes to that address",
    arguments: [
      ("form", "action", true), ("p", "action", false), ("object", "data", true),
      ("p", "data", false), ("a", "href", true), ("link", "href", false), ("iframe", "src", true),
      ("img", "src", false), ("button", "formaction", true), ("form", "formaction", false),
    ])
  func address(_ element: String, _ attribute: String, _ runs: Bool) {
    let page = HTMLPage(#"<\#(element) \#(attribute)="javascript:a()">"#)
    let script = HTMLPage.Script(text: "a()", place: "<\(element) \(attribute)>")
    #expect(page.scripts == (runs ? [script] : []))
  }

  @Test(
    "an alert ends with the element that it began with",
    arguments: [
      (#"<div role="alert">a <br>b</div>c<p>d</p>"#, ["a b"]),
      (#"<div role="alert">a <p role="alert">b </p>c</div>"#, ["a b c"]),
      (#"<p role="alert">a</p>b<p role="alert">c</p>"#, ["a", "c"]),
      (#"<p role="note">a</p>"#, []),
    ])
  func alerts(_ html: String, _ alerts: [String]) {
    #expect(HTMLPage(html).alerts == alerts)
  }

  @Test("a link or a button is labelled by the text inside of it, and an input by its value")
  func labels() {
    let page = HTMLPage(
      #"<a href="/x">in <b>it</b></a>out<form><button>in <b>it</b></button>out"#
        + #"<input type="submit" value="Go"><input name="x" value="y">z</form>"#)
    #expect(page.links.map(\.text) == ["in it"])
    #expect(page.forms.first?.fields.map(\.text) == ["in it", "Go", ""])
  }

  @Test("a form's buttons are those that send it")
  func buttons() {
    let page = HTMLPage(
      #"<form><button type="button" name="a">x</button><button type="reset" name="b">x</button>"#
        + #"<button name="c">x</button><button type="SUBMIT" name="d">x</button>"#
        + #"<input type="image" name="e"><input type="submit" name="f"><input name="g"></form>"#)
    #expect(page.forms.first?.buttons.map(\.name) == ["c", "d", "e", "f"])
    #expect(page.forms.first?.fields.map(\.name) == ["c", "d", "e", "f", "g"])
  }

  @Test("a form ends where the next one begins, or with the page")
  func forms() {
    let page = HTMLPage("<form action=a><input name=x><form action=b><input name=y>")
    #expect(page.forms.map(\.action) == ["a", "b"])
    #expect(page.forms.map { $0.fields.map(\.name) } == [["x"], ["y"]])
  }
}
