import Basics
import Testing

@Suite("The encoder writes each style byte for byte")
struct EncodingTests {
  let tree: JSONValue = [
    "url": "https://x.test/é", "list": [1, [], JSONValue.null], "none": [:], "𝄞": true,
  ]

  @Test("compact, spaced and pretty")
  func spacing() {
    #expect(
      tree.text() == #"{"url":"https://x.test/é","list":[1,[],null],"none":{},"𝄞":true}"#)
    #expect(
      tree.text(JSONStyle(space: true))
        == #"{"url": "https://x.test/é", "list": [1, [], null], "none": {}, "𝄞": true}"#)
    #expect(
      tree.text(.pretty(2)) == """
        {
          "url": "https://x.test/é",
          "list": [
            1,
            [],
            null
          ],
          "none": {},
          "𝄞": true
        }
        """)
    #expect((["a": 1] as JSONValue).text(JSONStyle(indent: 1)) == "{\n \"a\":1\n}")
  }

  @Test("escaped slashes and ASCII only, with surrogate pairs")
  func escapes() {
    let style = JSONStyle(escapedSlash: true, ascii: true)
    #expect(
      tree.text(style)
        == ##"{"url":"https:\/\/x.test\/\u00e9","list":[1,[],null],"none":{},"\ud834\udd1e":true}"##
    )
  }

  @Test("only what must be escaped is, in the shortest form")
  func least() {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init)))
    #expect(
      JSONValue(.string(controls + "\"\\/\u{7f}\u{2028}<&'")).text()
        == ##""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"##
        + ##"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c"##
        + ##"\u001d\u001e\u001f\"\\/"## + "\u{7f}\u{2028}<&'\"")
  }

  @Test("what must be escaped is, wherever it stands")
  func places() {
    let styles = [JSONStyle.compact, JSONStyle(escapedSlash: true), JSONStyle(ascii: true)]
    for length in 0..<20 {
      for place in 0..<length {
        for (mark, written) in [
          ("\"", [#"\""#, #"\""#, #"\""#]), ("\\", [#"\\"#, #"\\"#, #"\\"#]),
          ("\u{1f}", [#"\u001f"#, #"\u001f"#, #"\u001f"#]), ("/", ["/", #"\/"#, "/"]),
          ("\u{80}", ["\u{80}", "\u{80}", #"\u0080"#]),
        ] {
          // Neighbours whose bits differ least from those of what is escaped.
          let (before, after) = (
            String(repeating: " !", count: place), String(repeating: "[#", count: length - place)
          )
          for (style, text) in zip(styles, written) {
            let value = JSONValue(.string(before + mark + after + mark))
            #expect(value.text(style) == "\"\(before)\(text)\(after)\(text)\"")
          }
        }
      }
    }
  }

  @Test(
    "what is written in any style reads back the same",
    arguments: [
      JSONStyle.compact, JSONStyle(space: true), .pretty(2), .pretty(0),
      JSONStyle(escapedSlash: true),
      JSONStyle(ascii: true), JSONStyle(space: true, escapedSlash: true, ascii: true, indent: 3),
    ])
  func roundTrip(_ style: JSONStyle) throws {
    #expect(try JSONReader().read(tree.encoded(style), file: "t").root == tree)
    for each in SuiteCase.accepted {
      let root = try JSONReader().read(each.bytes, file: each.name).root
      #expect(try JSONReader().read(root.encoded(style), file: each.name).root == root)
    }
  }
}
