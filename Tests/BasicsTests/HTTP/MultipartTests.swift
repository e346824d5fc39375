import Basics
import Testing

@Suite("Multipart forms")
struct MultipartTests {
  private func read(_ body: String, _ type: String = "multipart/form-data; boundary=b")
    -> Parameters?
  {
    Multipart.read(Array(body.utf8), contentType: type)
  }

  private static let field = "Content-Disposition: form-data; name="

  @Test(
    "a body reads as these names and values, in order",
    arguments: [
      ("--b--", []),
      ("--b--\r\n", []),
      ("--b\r\n\(field)\"a\"\r\n\r\n1\r\n--b--", [("a", "1")]),
      ("--b\r\n\(field)a\r\n\r\n1\r\n--b--", [("a", "1")]),
      ("--b\r\n\(field)\"a\"\r\n\r\n\r\n--b--", [("a", "")]),
      ("--b\r\n\(field)\"a\"\r\n\r\n1\r\n2\r\n--b--", [("a", "1\r\n2")]),
      ("--b\r\n\(field)\"a\"\r\n\r\n1--b\r\n--b--", [("a", "1--b")]),
      (
        "--b\r\n\(field)\"b\"\r\n\r\n1\r\n--b\r\n\(field)\"a\"\r\n\r\n2\r\n--b\r\n\(field)\"b\"\r\n\r\n3\r\n--b--",
        [("b", "1"), ("a", "2"), ("b", "3")]
      ),
      // Blanks behind a delimiter, and text before the first and after the last.
      ("hello\r\n--b \t\r\n\(field)\"a\"\r\n\r\n1\r\n--b--bye", [("a", "1")]),
      // Other fields of a part, in any case; a file is read as its text.
      (
        "--b\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; filename=\"x\"; NAME=\"a\"\r\n\r\né\r\n--b--",
        [("a", "é")]
      ),
      ("--b\r\n\(field)\"a \\\"b\\\"\"\r\n\r\n1\r\n--b--", [("a \"b\"", "1")]),
      ("--b\r\n\(field)\"a;b\"; x=y\r\n\r\n1\r\n--b--", [("a;b", "1")]),
      // What Swift takes for one character with the quote, or for the end of a line, is a part of the name.
      ("--b\r\n\(field)\"\u{301}a\"; x=\"\"\r\n\r\n1\r\n--b--", [("\u{301}a", "1")]),
      ("--b\r\n\(field)\"a\"\u{301}; x=y\r\n\r\n1\r\n--b--", [("a", "1")]),
      ("--b\r\n\(field)\"a\u{2028}b\u{85}c\"\r\n\r\n1\r\n--b--", [("a\u{2028}b\u{85}c", "1")]),
    ] as [(String, [(String, String)])])
  func reads(_ body: String, _ pairs: [(String, String)]) {
    #expect(read(body)?.list == pairs.map { Parameters.Parameter($0.0, $0.1) })
  }

  @Test(
    "what is not well formed is not read",
    arguments: [
      "", "x", "--c--", "--b", "--b\r\n", "--b\r\n\r\n--b--",
      "--bx\r\n\(field)\"a\"\r\n\r\n1\r\n--b--",
      "--b\r\n\(field)\"a\"\r\n\r\n1", "--b\r\n\(field)\"a\"\r\n\r\n1\r\n--b",
      "--b\r\n\(field)\"a\"\r\n1\r\n--b--",
      "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--",
      "--b\r\nContent-Type: text/plain\r\n\r\n1\r\n--b--", "--b\n\(field)\"a\"\n\n1\n--b--",
    ])
  func refuses(_ body: String) {
    #expect(read(body) == nil)
  }

  @Test(
    "the boundary comes from the Content-Type",
    arguments: [
      ("multipart/form-data; boundary=\"b\"", true), ("multipart/form-data;boundary=b", true),
      ("multipart/form-data; charset=utf-8; BOUNDARY=b", true), ("multipart/form-data", false),
      ("multipart/form-data; boundary=", false), ("multipart/form-data; boundary", false),
      ("multipart/form-data; boundary=\"", false), ("multipart/form-data; boundary=c", false),
      ("multipart/form-data; boundary=" + String(repeating: "b", count: 71), false),
    ])
  func boundary(_ type: String, _ good: Bool) {
    #expect((read("--b\r\n\(Self.field)\"a\"\r\n\r\n1\r\n--b--", type) != nil) == good)
  }

  @Test("bytes that are not UTF-8 are not read")
  func notUTF8() {
    let body = Array("--b\r\n\(Self.field)\"a\"\r\n\r\n".utf8) + [0xFF] + Array("\r\n--b--".utf8)
    #expect(Multipart.read(body, contentType: "multipart/form-data; boundary=b") == nil)
  }

  @Test("a body has 256 parts at most")
  func many() {
    let part = "--b\r\n\(Self.field)\"a\"\r\n\r\n1\r\n"
    #expect(read(String(repeating: part, count: 256) + "--b--")?.list.count == 256)
    #expect(read(String(repeating: part, count: 257) + "--b--") == nil)
  }
}
