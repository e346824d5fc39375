/// The one table of filters: what each is given and what it makes.
///
/// `Filter` reads them, and the reference of the fixture language is written from it.
package enum FilterTable {
  package struct Row: Sendable {
    package let name: String
    /// How it is written, with its arguments.
    package let form: String
    package let meaning: String
    /// How many arguments it takes.
    let arguments: ClosedRange<Int>
    /// Whether the last argument may contain colons, as an address does.
    let takesRest: Bool
  }

  /// The arguments of a filter, as many as it takes.
  /// - Parameter words: The texts between the colons.
  static func arguments(
    _ words: [String], of name: String
  ) throws(TemplateSyntax.Problem) -> [String] {
    guard let row = rows.first(where: { $0.name == name }) else { throw Filter.unknown(name) }
    let most = row.arguments.upperBound
    if row.takesRest, words.count > most {
      return words.prefix(most - 1) + [words.dropFirst(most - 1).joined(separator: ":")]
    }
    guard row.arguments.contains(words.count) else {
      throw TemplateSyntax.Problem(
        sentence: "expected |\(row.form), found \(words.count) arguments"
          + (most > 0 && words.count > most
            ? "; put an argument that has a colon in quotation marks" : ""))
    }
    return words
  }

  package static let rows: [Row] = [
    row(
      "after", ":TEXT", rest: true,
      "The text after the first TEXT; of a list, the rest of the first element that starts with TEXT. Without it, nothing."
    ),
    row("base64", "", "The text in base64."),
    row("base64url", "", "The text in base64url, without padding."),
    row(
      "bits", "", "The sum of the bits of scopes; without `scope.bits`, their names with commas."
    ),
    row(
      "date", ":FORMAT", needs: 0, rest: true,
      "Seconds since 1970 as `2017-12-06 20:36:51Z`, or by a format such as `%a, %d %b %Y %H:%M:%S GMT`, in UTC: \(DateFormat.reference)."
    ),
    row(
      "default", ":TEXT", rest: true, "TEXT if the value is absent or empty."),
    row(
      "divided", ":N",
      "The number divided by N, rounded down; N is a number or a fact, as in `minus`. By zero it is 0."
    ),
    row(
      "encode", ":SAFE", needs: 0,
      "The text with percent-encoding, except for the characters of SAFE."),
    row("first", "", "The first element of a list."),
    row(
      "inserted", "",
      "The address with `/.well-known/NAME` moved to the start of its path (RFC 8414 §3.1)."),
    row("isodate", "", "Seconds since 1970 as `2017-12-06T20:36:51Z`."),
    row("join", ":MARK", needs: 0, "The elements of a list, with MARK between them."),
    row("json", "", "The value as JSON; a text gets quotes."),
    row("last", "", "The last element of a list."),
    row("lower", "", "The text in lowercase."),
    row("millis", "", "Seconds as milliseconds."),
    row(
      "minus", ":N",
      "The number minus N. N is a number, or the name of a fact: `{{token.ends|minus:now}}`."),
    row("number", "", "A text of digits as a number."),
    row(
      "own", "",
      "The path of an address on one of the provider's own hosts; nothing for other addresses."),
    row("plus", ":N", "The number plus N, which may be negative; N may be a fact, as in `minus`."),
    row("prefix", ":N", "The first N characters."),
    row("raw", "", "The text without escaping, in a page."),
    row(
      "replace", ":OLD:NEW", needs: 1,
      "The text with NEW for every OLD; without NEW, every OLD is removed."),
    row(
      "sha256", ":base64", needs: 0,
      "The SHA-256 of the text in hexadecimal, or in `base64` or `base64url`."),
    row(
      "split", ":MARK",
      "The parts of a text between MARKs, as a list; of a list, the parts of each element."),
    row("string", "", "The value as a text: a number gets quotes in JSON."),
    row("suffix", ":N", "The last N characters."),
    row("times", ":N", "The number times N; N may be a fact, as in `minus`."),
    row("title", "", "The text with an initial capital."),
    row(
      "unwrap", "",
      "The element of a list of one, as in `aud` (RFC 7519 §4.1.3); other lists stay unchanged."
    ),
    row("xml", "", "The text with XML escaping."),
  ]

  /// - Parameters:
  ///   - arguments: How they are written: `:OLD:NEW`.
  ///   - needed: How many of them a placeholder must have; without it, all of them.
  private static func row(
    _ name: String, _ arguments: String, needs needed: Int? = nil, rest: Bool = false,
    _ meaning: String
  ) -> Row {
    let most = arguments.utf8.count { $0 == UInt8(ascii: ":") }
    return Row(
      name: name, form: name + arguments, meaning: meaning, arguments: (needed ?? most)...most,
      takesRest: rest)
  }
}
