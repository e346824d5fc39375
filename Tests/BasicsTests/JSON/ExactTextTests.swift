import Basics
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

  @Test("begins with what its bytes begin with")
  func start() {
    #expect(ExactText.starts("/_understudy/health", with: "/_understudy"))
    #expect(ExactText.starts("abc", with: "abc") && ExactText.starts("abc", with: ""))
    #expect(!ExactText.starts("ab", with: "abc") && !ExactText.starts("", with: "a"))
    // To Swift the accent makes another character of the letter; a path goes by bytes.
    #expect(ExactText.starts("/a\u{301}", with: "/a"))
  }

  @Test(
    "of a protocol's names is the same in capitals",
    arguments: [
      ("Content-Type", "content-type", true), ("CONTENT-TYPE", "content-type", true),
      ("Content_Type", "content-type", false), ("@", "`", false), ("", "", true),
      ("Content-Typ\u{212A}", "content-typk", false),
    ])
  func cases(_ text: String, _ lowercase: String, _ isSame: Bool) {
    #expect(CaseFolding.same(text, asLowercase: lowercase) == isSame)
  }

  @Test("as a key is plain where it can be, and holds no space")
  func key() {
    #expect(ExactText.key("abc-1._~") == "abc-1._~")
    #expect(!ExactText.key("a b").contains(" "))
    #expect(ExactText.key("a b") != ExactText.key("a.b"))
    #expect(ExactText.key("") == "")
  }
}
