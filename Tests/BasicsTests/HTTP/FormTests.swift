import Basics
import Testing

@Suite("Queries and forms")
struct FormTests {
  @Test(
    "a text reads as these names and values, in order",
    arguments: [
      ("", []),
      ("a", [("a", "")]),
      ("a=", [("a", "")]),
      ("=b", [("", "b")]),
      ("=", [("", "")]),
      ("&&", []),
      ("&a=1&&b=2&", [("a", "1"), ("b", "2")]),
      ("b=2&a=1", [("b", "2"), ("a", "1")]),
      ("a=1&b=2&a=3", [("a", "1"), ("b", "2"), ("a", "3")]),
      ("a=b=c", [("a", "b=c")]),
      ("a==", [("a", "=")]),
      ("a=1;b=2", [("a", "1;b=2")]),
      ("a=x+y%20z%2B", [("a", "x y z+")]),
      ("a+b=1", [("a b", "1")]),
      ("%61%3D=%26", [("a=", "&")]),
      ("a=%zz", [("a", "%zz")]),
      ("a=%", [("a", "%")]),
      ("a=%4", [("a", "%4")]),
      ("a=%4g", [("a", "%4g")]),
      ("a=%%41", [("a", "%A")]),
      ("a=%4%41", [("a", "%4A")]),
      ("a=%zz%41", [("a", "%zzA")]),
      ("a=%2541", [("a", "%41")]),
      ("a=%00b", [("a", "\0b")]),
      ("a=%c3%a9%C3%A9", [("a", "éé")]),
      ("a=%F0%9F%8E%AD", [("a", "🎭")]),
      ("a=%0d%0a", [("a", "\r\n")]),
      ("a=é", [("a", "é")]),
    ] as [(String, [(String, String)])])
  func reads(_ text: String, _ pairs: [(String, String)]) {
    let parameters = Parameters(formEncoded: text[...])
    #expect(parameters.list == pairs.map { Parameters.Parameter($0.0, $0.1) })
    #expect(parameters.unreadable.isEmpty)
  }

  @Test(
    "what is not UTF-8 once decoded is set aside as it was sent",
    arguments: ["a=%ff", "%ff=a", "a=%c3", "a=%c0%80", "a=%ed%a0%80", "a=%f4%90%80%80"])
  func unreadable(_ piece: String) {
    let parameters = Parameters(formEncoded: "x=1&\(piece)&y=2"[...])
    #expect(parameters.list == [.init("x", "1"), .init("y", "2")])
    #expect(parameters.unreadable == [piece])
  }

  @Test("a body that is not UTF-8 has no parameters")
  func unreadableBody() {
    let parameters = Parameters(formEncoded: [0x61, 0x3D, 0xFF])
    #expect(parameters.list.isEmpty)
    #expect(parameters.unreadable == ["the body"])
    #expect(Parameters(formEncoded: Array("a=1".utf8)).list == [.init("a", "1")])
  }

  @Test("marks are marks, whatever stands behind them, and names are compared byte by byte")
  func bytes() {
    let parameters = Parameters(formEncoded: "a=\u{301}1&\u{301}b=2&K=3&%E2%84%AA=4"[...])
    #expect(parameters.list.count == 4)
    #expect(parameters.first("a") == "\u{301}1")
    #expect(parameters.first("\u{301}b") == "2")
    #expect(parameters.values("K") == ["3"])
    #expect(parameters.last("\u{212A}") == "4")
  }

  @Test("repeats can be asked for one by one")
  func repeats() {
    let parameters = Parameters(formEncoded: "a=1&b=2&a=3&A=4")
    #expect(parameters.values("a") == ["1", "3"])
    #expect(parameters.first("a") == "1")
    #expect(parameters.last("a") == "3")
    #expect(parameters.first("c") == nil)
    #expect(parameters.values("c") == [])
  }
}
