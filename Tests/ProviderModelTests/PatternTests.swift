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
    // The last ones reach across the surrogates, which are no characters.
    for source in [
      "[0-9a-f]{8}-[0-9a-f]{4}", "(x|y[0-9])*", "a?b+", "[A-Za-z0-9_-]{40}", "[A-\u{FFFD}]{40}",
      "[\u{D7FE}-\u{E001}]{40}", "[^\u{0}-\u{D7FE}\u{E001}-\u{10FFFF}]{40}",
    ] {
      let pattern = try Pattern(source)
      for _ in 0..<50 { #expect(pattern.matches(pattern.draw(using: &random))) }
    }
  }

  @Test(
    "a class of nothing is refused",
    arguments: ["[]", "[^]", "[^\u{0}-\u{D7FF}\u{E000}-\u{10FFFF}]"])
  func empty(_ source: String) {
    #expect(throws: Pattern.Problem.self) { try Pattern(source) }
  }

  @Test("nested repeats do not backtrack")
  func linear() throws {
    #expect(try !Pattern("(a*)*b").matches(String(repeating: "a", count: 20_000)))
  }

  @Test(
    "that take for ever once they are written out are refused, also where nothing repeats nothing",
    .timeLimit(.minutes(15)),
    arguments: [
      "(((){4096}){4096}){4096}", "((((a{0}){4096}){4096}){4096}){4096}", "((|){4096}){4096}",
      "(((()?){4096}){4096}){4096}", "((a{4096}){4096}){4096}",
      "(" + String(repeating: "[ab]", count: 100) + "){4096}",
    ])
  func exploding(_ source: String) {
    let why = "the pattern is too large once its counts are written out"
    #expect(throws: Pattern.Problem(sentence: why)) { try Pattern(source) }
  }

  @Test(
    "that take for ever to be drawn are refused", .timeLimit(.minutes(15)),
    arguments: ["a", "", "|", "[a-z]{9}"])
  func endless(_ inner: String) {
    let depth = 12
    let source =
      String(repeating: "(", count: depth) + inner + String(repeating: ")*", count: depth)
    let why = "pattern \"\(source)\": it could draw more than 100000 characters"
    #expect(throws: Pattern.Problem(sentence: why)) { try Pattern(source) }
  }

  @Test("a class of very many parts is refused")
  func parts() throws {
    let all = "\u{0}-\u{10FFFF}"
    var random = SeededGenerator(seed: 1)
    let most = try Pattern("[" + String(repeating: all, count: 1024) + "]")
    _ = most.draw(using: &random)
    #expect(throws: Pattern.Problem.self) {
      try Pattern("[" + String(repeating: all, count: 5000) + "]").draw(using: &random)
    }
  }

  @Test("a pattern of many counts matches in a time that the text's length decides")
  func counted() throws {
    let pattern = try Pattern("((a?){60}){60}b")
    #expect(!pattern.matches(String(repeating: "a", count: 500)))
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
