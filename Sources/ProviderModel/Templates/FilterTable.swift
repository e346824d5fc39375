/// The one table of filters: what each is given and what it makes.
///
/// `Filter` reads them, and the reference of the fixture language is written from it.
package enum FilterTable {
  package struct Row: Sendable {
    package let name: String
    /// How it is written, with its arguments.
    package let form: String
    package let meaning: String
  }

  package static let rows: [Row] = [
    row(
      "after", ":TEXT", "What stands behind TEXT; of a list, the first element that begins with it."
    ),
    row("base64", "", "The text in base64."),
    row("base64url", "", "The text in base64url, without padding."),
    row(
      "bits", "", "Of scopes: the sum of their bits; without `scope.bits`, their names with commas."
    ),
    row("date", "", "Seconds since 1970 as `2017-12-06 20:36:51Z`."),
    row("default", ":TEXT", "TEXT where there is nothing to say."),
    row("encode", ":SAFE", "Percent-encoded; the characters of SAFE stay as they are."),
    row("first", "", "The first element of a list."),
    row("isodate", "", "Seconds since 1970 as `2017-12-06T20:36:51Z`."),
    row("join", ":MARK", "The elements of a list, with MARK between them."),
    row("json", "", "As JSON: a text is quoted."),
    row("lower", "", "In small letters."),
    row("number", "", "A text of digits as a number."),
    row(
      "own", "",
      "Of an address on one of the provider's own hosts: its path. Nothing for all others."),
    row("plus", ":N", "The number and N more; N may be negative."),
    row("prefix", ":N", "The first N characters."),
    row("raw", "", "In a page: the text as it is, not escaped."),
    row("replace", ":OLD:NEW", "NEW for every OLD; nothing for it where NEW is left out."),
    row("split", ":MARK", "The parts of a text between MARKs, as a list."),
    row("string", "", "As a text: a number gets quotes in JSON."),
    row("title", "", "With a capital letter."),
    row(
      "unwrap", "",
      "Of a list of one its element, as `aud` is written (RFC 7519 §4.1.3); other lists stay as they are."
    ),
    row("xml", "", "Escaped for XML."),
  ]

  private static func row(_ name: String, _ arguments: String, _ meaning: String) -> Row {
    Row(name: name, form: name + arguments, meaning: meaning)
  }
}
