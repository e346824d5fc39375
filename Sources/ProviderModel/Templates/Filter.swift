import Basics

/// What a placeholder does to its value, with the arguments resolved: the closed list of `|filters`.
enum Filter: Sendable {
  case after(String)
  case base64, base64url, bits, date, first, isodate, json, lower, number, own, raw, string, title
  case unwrap, xml
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
