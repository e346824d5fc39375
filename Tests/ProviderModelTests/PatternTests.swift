import Testing

@testable import ProviderModel

@Suite("Patterns")
struct PatternTests {
  @Test(
    "match the whole text",
    arguments: [
      ("tk_[A-Za-z0-9]{3}", "tk_aZ9", true), ("tk_[A-Za-z0-9]{3}", "tk_aZ9x", false),
      ("(a|bc)+", "abca", true), ("a{2,3}", "a", false), ("[^0-9]*", "x-y", true),
      ("\\.", ".", true), ("\\.", "x", false), ("", "", true),
    ])
  func matching(pattern: String, text: String, expected: Bool) throws {
    #expect(try Pattern(pattern).matches(text) == expected)
  }

  @Test("what is drawn matches")
  func drawing() throws {
    var random = SeededGenerator(seed: 7)
    for source in ["[0-9a-f]{8}-[0-9a-f]{4}", "(x|y[0-9])*", "a?b+", "[A-Za-z0-9_-]{40}"] {
      let pattern = try Pattern(source)
      for _ in 0..<50 { #expect(pattern.matches(pattern.draw(using: &random))) }
    }
  }

  @Test("nested repeats do not backtrack")
  func linear() throws {
    #expect(try !Pattern("(a*)*b").matches(String(repeating: "a", count: 20_000)))
  }

  @Test("a broken pattern says where")
  func problems() {
    #expect(
      throws: Pattern.Problem(
        sentence: "pattern \"[a\", character 3: a class is not closed with ']'")
    ) {
      try Pattern("[a")
    }
  }
}
