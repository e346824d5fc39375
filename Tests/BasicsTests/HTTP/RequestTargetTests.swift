import Basics
import Testing

@Suite("Request targets")
struct RequestTargetTests {
  @Test(
    "a target is cut at its first question mark and loses its fragment",
    arguments: [
      ("/a?b=c", "/a", "b=c"),
      ("/a", "/a", nil),
      ("/a?", "/a", ""),
      ("/a?b?c", "/a", "b?c"),
      ("/a%3Fb?c", "/a%3Fb", "c"),
      ("/a#f?x", "/a", nil),
      ("/a?b#f#g", "/a", "b"),
      ("?b", "", "b"),
      ("", "", nil),
      ("*", "*", nil),
    ] as [(String, String, String?)])
  func cut(_ target: String, _ path: String, _ query: String?) {
    let read = RequestTarget(target)
    #expect(read.path == path)
    #expect(read.query == query)
  }
}
