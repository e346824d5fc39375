import Encodings
import JSON
import Testing

@Suite("Exact text")
struct ExactTextTests {
  @Test(
    "is the same only where its bytes are",
    arguments: [("K", "\u{212A}"), ("\u{E9}", "e\u{301}"), (";", "\u{37E}"), ("a", "ab")])
  func same(_ one: String, _ other: String) {
    #expect(ExactText.same(one, one) && ExactText(one) == ExactText(one))
    #expect(!ExactText.same(one, other) && ExactText(one) != ExactText(other))
    #expect(ExactText.key(one) == ExactText.key(one))
    #expect(ExactText.key(one) != ExactText.key(other))
  }

  @Test("as a key is plain where it can be, and holds no space")
  func key() {
    #expect(ExactText.key("abc-1._~") == "abc-1._~")
    #expect(!ExactText.key("a b").contains(" "))
    #expect(ExactText.key("a b") != ExactText.key("a.b"))
    #expect(ExactText.key("") == "")
  }
}
