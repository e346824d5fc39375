import Basics

/// What a placeholder does to its value, with the arguments resolved: the closed list of `|filters`.
enum Filter: Sendable {
  case after(String)
  case base64, base64url, bits, date, first, inserted, isodate, json, lower, number, own, raw
  case string, title, unwrap, xml
  case `default`(String)
  case encode(QueryStyle)
  case join(String)
  case plus(Int)
  case prefix(Int)
  case replace(String, String)
  case split(String)

  static let known = FilterTable.rows.map(\.name)

  init(_ name: String, _ arguments: [String]) throws(TemplateSyntax.Problem) {
    let first = arguments.first ?? ""
    switch name {
    // What begins so may hold a colon, as an address does.
    case "after": self = .after(arguments.joined(separator: ":"))
    case "base64": self = .base64
    case "base64url": self = .base64url
    case "bits": self = .bits
    case "date": self = .date
    case "default": self = .default(arguments.joined(separator: ":"))
    case "encode": self = .encode(QueryStyle(space: .percent, safe: "-_.~" + first))
    case "first": self = .first
    case "inserted": self = .inserted
    case "isodate": self = .isodate
    case "join": self = .join(first)
    case "json": self = .json
    case "lower": self = .lower
    case "number": self = .number
    case "own": self = .own
    case "plus": self = .plus(try Self.number(first, of: name, from: -Bounds.century))
    case "prefix": self = .prefix(try Self.number(first, of: name, from: 0))
    case "raw": self = .raw
    case "replace":
      self = .replace(
        try Self.mark(first, of: name), arguments.count > 1 ? arguments[1] : "")
    case "split": self = .split(try Self.mark(first, of: name))
    case "string": self = .string
    case "title": self = .title
    case "unwrap": self = .unwrap
    case "xml": self = .xml
    default:
      throw TemplateSyntax.Problem(
        sentence: "unknown filter \"\(name)\"" + Suggestion.hint(for: name, among: Self.known))
    }
  }

  /// The filters that compute need numbers to do it with.
  private static func number(
    _ text: String, of name: String, from least: Int
  ) throws(TemplateSyntax.Problem) -> Int {
    let range = least...Bounds.century
    guard let number = Int(text), range.contains(number) else {
      throw TemplateSyntax.Problem(
        sentence: "expected a whole number from \(range.lowerBound) to \(range.upperBound) after "
          + "\(name):, found \"\(text)\"")
    }
    return number
  }

  private static func mark(
    _ text: String, of name: String
  ) throws(TemplateSyntax.Problem) -> String {
    guard text.isEmpty else { return text }
    throw TemplateSyntax.Problem(
      sentence: "expected a text of one character or more after \(name):, found none")
  }
}

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
      "after", ":TEXT", "The text after TEXT; of a list, the first element that starts with it."
    ),
    row("base64", "", "The text in base64."),
    row("base64url", "", "The text in base64url, without padding."),
    row(
      "bits", "", "The sum of the bits of scopes; without `scope.bits`, their names with commas."
    ),
    row("date", "", "Seconds since 1970 as `2017-12-06 20:36:51Z`."),
    row("default", ":TEXT", "TEXT if the value is absent or empty."),
    row("encode", ":SAFE", "The text with percent-encoding, except for the characters of SAFE."),
    row("first", "", "The first element of a list."),
    row(
      "inserted", "",
      "The address with `/.well-known/NAME` moved to the start of its path (RFC 8414 §3.1)."),
    row("isodate", "", "Seconds since 1970 as `2017-12-06T20:36:51Z`."),
    row("join", ":MARK", "The elements of a list, with MARK between them."),
    row("json", "", "The value as JSON; a text gets quotes."),
    row("lower", "", "The text in lowercase."),
    row("number", "", "A text of digits as a number."),
    row(
      "own", "",
      "The path of an address on one of the provider's own hosts; nothing for other addresses."),
    row("plus", ":N", "The number plus N; N may be negative."),
    row("prefix", ":N", "The first N characters."),
    row("raw", "", "The text without escaping, in a page."),
    row(
      "replace", ":OLD:NEW", "The text with NEW for every OLD; without NEW, every OLD is removed."),
    row("split", ":MARK", "The parts of a text between MARKs, as a list."),
    row("string", "", "The value as a text: a number gets quotes in JSON."),
    row("title", "", "The text with an initial capital."),
    row(
      "unwrap", "",
      "The element of a list of one, as in `aud` (RFC 7519 §4.1.3); other lists stay unchanged."
    ),
    row("xml", "", "The text with XML escaping."),
  ]

  private static func row(_ name: String, _ arguments: String, _ meaning: String) -> Row {
    Row(name: name, form: name + arguments, meaning: meaning)
  }
}
