/// The one table of predicates: how each is written and when it is true.
///
/// `Vocabulary` reads them; the reference of the fixture language and the schemas are written from it.
package enum PredicateTable {
  package struct Row: Sendable {
    /// What it begins with; `nil` for those that are written without a word.
    package let word: String?
    /// How it is written, with an example of what it may hold.
    package let form: String
    /// When it is true.
    package let meaning: String
  }

  package static let rows: [Row] = [
    Row(word: nil, form: "`true`, `false`", meaning: "always; never"),
    row("has", "\"req.state\"", "the value is present and not empty"),
    row("eq", "[\"{{req.prompt}}\", \"none\"]", "both texts are the same"),
    row("in", "[\"openid\", \"{{grant.scope}}\"]", "the text is one of a list"),
    row("match", "[\"{{item}}\", \"https?://.*\"]", "the whole text matches the pattern"),
    row(
      "some", "[\"{{req.scope}}\", PREDICATE]",
      "the predicate holds for an element of the list, `item`"),
    row("less", "[\"{{body.v}}\", \"5.81\"]", "the first number or version is the smaller one"),
    row("all", "[PREDICATE, …]", "all predicates hold"),
    row("any", "[PREDICATE, …]", "one of the predicates holds"),
    row("not", "PREDICATE", "the predicate does not hold"),
  ]

  private static func row(_ word: String, _ arguments: String, _ meaning: String) -> Row {
    Row(word: word, form: "`{\"\(word)\": \(arguments)}`", meaning: meaning)
  }
}
