import Testing

@testable import ProviderModel

@Suite("Patterns, case by case")
struct PatternTableTests {
  @Test(
    "a pattern covers the whole text or does not match",
    arguments: [
      ("", "", true), ("", "a", false),
      ("a", "a", true), ("a", "ab", false), ("b", "ab", false),
      ("a|b", "b", true), ("a|bc", "ac", false), ("a|", "", true),
      ("(a|b)c", "bc", true), ("(a|b)c", "c", false),
      ("a?b", "b", true), ("a*", "", true), ("a+", "", false), ("a+", "aaa", true),
      ("a{3}", "aaa", true), ("a{3}", "aaaa", false),
      ("a{2,3}", "a", false), ("a{2,3}", "aaa", true), ("a{2,}", "aaaaa", true),
      ("a{0}", "", true), ("a{0}", "a", false),
      ("[a-c]", "b", true), ("[a-c]", "d", false), ("[a-]", "-", true), ("[-a]", "-", true),
      ("[\\]]", "]", true), ("[^a]", "b", true), ("[^a]", "a", false), ("[^a]", "é", true),
      (".", "~", true), (".", "\n", false), ("\\.", ".", true), ("\\.", "a", false),
      ("\\d{2}", "07", true), ("\\d", "٣", false),
      ("é", "é", true), ("[а-я]+", "вк", true),
      ("https?://[a-z.]+/blank\\.html", "https://oauth.vk.com/blank.html", true),
      ("https?://[a-z.]+/blank\\.html", "https://oauth.vk.com/blank.html?", false),
      ("(a?){20}a{20}", "aaaaaaaaaaaaaaaaaaaa", true),
      ("(a*)*", "aaa", true), ("(|a)*", "aa", true), ("((a|b)*c)+", "abcc", true),
    ] as [(String, String, Bool)])
  func matches(_ source: String, _ text: String, _ expected: Bool) throws {
    #expect(try Pattern(source).matches(text) == expected)
  }

  @Test(
    "what a pattern draws, it matches",
    arguments: [
      "[0-9a-f]{32}", "[A-Za-z0-9_-]{24,40}", "a|bc|[xyz]+", ".{8}", "(ab?){3}\\.c*",
      "[1-9][0-9]{7}",
      "", "[0-9]{10}_[0-9a-f]{18}",
    ])
  func draws(_ source: String) throws {
    let pattern = try Pattern(source)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let text = pattern.draw(using: &generator)
      #expect(pattern.matches(text), "\(text)")
    }
  }

  @Test("the same seed draws the same text")
  func seeded() throws {
    let pattern = try Pattern("[0-9a-f]{32}")
    var (a, b, c) = (
      SeededGenerator(seed: 1), SeededGenerator(seed: 1), SeededGenerator(seed: 2)
    )
    let first = pattern.draw(using: &a)
    #expect(pattern.draw(using: &b) == first)
    #expect(pattern.draw(using: &c) != first)
    #expect(pattern.draw(using: &a) != first)
  }

  @Test(
    "a text that makes others backtrack is read once", .timeLimit(.minutes(15)),
    arguments: ["(a*)*b", "(a|a)*b", "(a+)+b", "(a?){40}a{40}b"])
  func linear(_ source: String) throws {
    let pattern = try Pattern(source)
    let text = String(repeating: "a", count: 20_000)
    #expect(!pattern.matches(text))
    #expect(pattern.matches(text + "b") == !source.contains("?"))
  }

  @Test(
    "a mistake is told with its place",
    arguments: [
      ("a)", "pattern \"a)\", character 2: found ')' with nothing to close"),
      ("(a", "pattern \"(a\", character 3: a group is not closed with ')'"),
      ("[a", "pattern \"[a\", character 3: a class is not closed with ']'"),
      ("[]", "pattern \"[]\", character 3: the class is empty"),
      ("[z-a]", "pattern \"[z-a]\", character 5: the range z-a is backwards"),
      ("*a", "pattern \"*a\", character 2: '*' has nothing before it to repeat"),
      ("a**", "pattern \"a**\", character 4: '*' has nothing before it to repeat"),
      ("]", "pattern \"]\", character 2: found ']' with nothing to close; write \\]"),
      (
        "^a",
        "pattern \"^a\", character 2: '^' is not needed: a pattern always covers the whole text"
      ),
      ("\\", "pattern \"\\\", character 2: it ends in a lone '\\'"),
      (
        "\\w",
        "pattern \"\\w\", character 3: '\\w' is not known; known: \\d and escaped punctuation"
      ),
      ("a{}", "pattern \"a{}\", character 3: expected a number in the braces"),
      ("a{2", "pattern \"a{2\", character 4: a count is not closed with '}'"),
      ("a{3,2}", "pattern \"a{3,2}\", character 7: the count {3,2} is backwards"),
      ("a{5000}", "pattern \"a{5000}\", character 6: a count is larger than 4096"),
      ("(a{4096}){4096}", "the pattern is too large once its counts are written out"),
    ] as [(String, String)])
  func mistakes(_ source: String, _ sentence: String) {
    #expect(throws: Pattern.Problem(sentence: sentence)) { try Pattern(source) }
  }

  @Test("groups may be nested, but not without end")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    #expect(try Pattern(nested(15)).matches("a"))
    #expect(throws: Pattern.Problem.self) { try Pattern(nested(16)) }
  }
}
