import Basics
import Testing

@Suite("The tree keeps what was written")
struct TreeTests {
  @Test("members keep their order and numbers their text")
  func orderAndNumbers() throws {
    let text =
      #"{"z":1.0,"a":10000000000000001,"m":-0,"b":1E+2,"10":0.10,"9":12345678901234567890}"#
    let root = try read(text)
    #expect(root.objectValue?.names == ["z", "a", "m", "b", "10", "9"])
    #expect(root["z"]?.numberText == "1.0")
    #expect(root.text() == text)
  }

  @Test("a whole number is one only without fraction and exponent, and if it fits")
  func integers() throws {
    let root = try read("[1, -0, 9223372036854775807, 9223372036854775808, 1.0, 1e2, \"1\"]")
    #expect(
      root.arrayValue?.map(\.integerValue) == [1, 0, Int.max, nil, nil, nil, nil])
  }

  @Test("every kind has its accessor and its name in a sentence")
  func kinds() throws {
    let kinds = try read(#"[null, true, false, 1, "s", [], {}]"#).arrayValue ?? []
    #expect(
      kinds.map(\.kindName) == [
        "null", "true", "false", "a number", "a string", "an array", "an object",
      ])
    #expect(kinds.map(\.isNull) == [true, false, false, false, false, false, false])
    #expect(kinds.map(\.boolValue) == [nil, true, false, nil, nil, nil, nil])
    #expect(kinds.map(\.stringValue) == [nil, nil, nil, nil, "s", nil, nil])
    #expect(kinds.map { $0.arrayValue != nil } == [false, false, false, false, false, true, false])
    #expect(
      kinds.map { $0.objectValue != nil } == [false, false, false, false, false, false, true])
    #expect(kinds.allSatisfy { $0["x"] == nil })
  }

  @Test("equality counts content and order, and neither origins nor canonical equivalence")
  func equality() throws {
    let read = try read(#"{"a": [1, true], "b": null}"#)
    #expect(read == ["a": [1, true], "b": .null])
    #expect(read != ["b": .null, "a": [1, true]])
    #expect(JSONValue(.number("1")) != JSONValue(.number("1.0")))
    #expect(JSONValue("\u{e9}") != JSONValue("e\u{301}"))
  }

  @Test("names that only look alike are two names")
  func exactNames() throws {
    let document = try JSONReader().read(Array("{\"\u{e9}\":1,\"e\u{301}\":2}".utf8), file: "t")
    #expect(document.duplicates.isEmpty)
    #expect(document.root["\u{e9}"] == 1)
    #expect(document.root["e\u{301}"] == 2)
  }

  @Test("a place is a line and a column of Unicode scalars, past multi-byte ones too")
  func positions() throws {
    let root = try read("{\n  \"é€𝄞\": [ \"e\u{301}\", 7 ],\r\n\t\"b\": {\"c\" : null}\n}")
    let object = try #require(root.objectValue)
    #expect(root.origin == Origin(file: "t", line: 1, column: 1))
    #expect(object.nameOrigin("é€𝄞") == Origin(file: "t", line: 2, column: 3))
    #expect(root["é€𝄞"]?.origin == Origin(file: "t", line: 2, column: 10))
    #expect(root.value(at: "/é€𝄞/0")?.origin == Origin(file: "t", line: 2, column: 12))
    #expect(root.value(at: "/é€𝄞/1")?.origin == Origin(file: "t", line: 2, column: 18))
    #expect(object.nameOrigin("b") == Origin(file: "t", line: 3, column: 2))
    #expect(root.value(at: "/b/c")?.origin == Origin(file: "t", line: 3, column: 14))
    #expect(complaint("[\"é€𝄞\\n\", x]").hasPrefix("1:11: "))
  }

  @Test("every duplicate is reported, the last value wins, the first place stays")
  func duplicates() throws {
    let text = "{\"a\":1,\n\"b\":[{\"x/y\":1,\"x/y\":2}],\n\"a\":2,\n\"a\":{\"c\":1,\"c\":2}}"
    let document = try JSONReader().read(Array(text.utf8), file: "t")
    func at(_ line: Int, _ column: Int) -> Origin { Origin(file: "t", line: line, column: column) }
    #expect(
      document.duplicates == [
        Duplicate(name: "x/y", origin: at(2, 15), first: at(2, 7), pointer: "/b/0/x~1y"),
        Duplicate(name: "a", origin: at(3, 1), first: at(1, 2), pointer: "/a"),
        Duplicate(name: "a", origin: at(4, 1), first: at(1, 2), pointer: "/a"),
        Duplicate(name: "c", origin: at(4, 12), first: at(4, 6), pointer: "/a/c"),
      ])
    #expect(document.root.text() == #"{"a":{"c":2},"b":[{"x/y":2}]}"#)
    #expect(document.root.objectValue?.nameOrigin("a") == at(4, 1))
  }

  @Test("a pointer leads where RFC 6901 §5 says")
  func pointers() throws {
    let root = try read(
      ##"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"##
    )
    #expect(root.value(at: "") == root)
    #expect(root.value(at: "/foo") == ["bar", "baz"])
    #expect(root.value(at: "/foo/0") == "bar")
    let numbered = ["/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n"]
    #expect(numbered.map { root.value(at: $0)?.integerValue } == [0, 1, 2, 3, 4, 5, 6, 7, 8])
    for nothing in [
      "foo", "/foo/2", "/foo/-", "/foo/00", "/foo/+1", "/foo/", "/m~n", "/m~", "/foo/0/x",
    ] {
      #expect(root.value(at: nothing) == nil, "\(nothing)")
    }
    #expect(root.value(at: "/foo/99999999999999999999") == nil)
    #expect(JSONPointer.appending("a/b~c", to: "/x") == "/x/a~1b~0c")
    #expect(JSONPointer.escape("/\u{301}") == "~1\u{301}")
  }
}
