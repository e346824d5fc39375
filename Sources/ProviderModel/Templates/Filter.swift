import Basics

/// What a placeholder does to its value, with the arguments resolved: the closed list of `|filters`.
enum Filter: Sendable {
  case after(String)
  case arithmetic(Arithmetic, Operand)
  case base64, base64url, bits, first, inserted, isodate, json, last, lower, millis, number, own
  case raw
  case string, title, unwrap, xml
  case date(DateFormat?)
  case `default`(String)
  case encode(QueryStyle)
  case join(String)
  case prefix(Int)
  case replace(String, String)
  case sha256(Coding)
  case split(String)
  case suffix(Int)

  enum Arithmetic: String, Sendable, CaseIterable { case plus, minus, times, divided }
  enum Coding: String, Sendable, CaseIterable { case hex, base64, base64url }

  /// The number of an arithmetic filter: a literal, or a fact. A fact has a name until it is resolved.
  enum Operand: Sendable {
    case number(Int)
    case named([String])
    case fact(Expression)
  }

  static let known = FilterTable.rows.map(\.name)

  init(_ name: String, _ words: [String]) throws(TemplateSyntax.Problem) {
    let arguments = try FilterTable.arguments(words, of: name)
    let first = arguments.first ?? ""
    switch name {
    case "after": self = .after(first)
    case "base64": self = .base64
    case "base64url": self = .base64url
    case "bits": self = .bits
    case "date": self = .date(arguments.isEmpty ? nil : try DateFormat(first))
    case "default": self = .default(first)
    case "encode": self = .encode(QueryStyle(space: .percent, safe: "-_.~" + first))
    case "first": self = .first
    case "inserted": self = .inserted
    case "isodate": self = .isodate
    case "join": self = .join(first)
    case "json": self = .json
    case "last": self = .last
    case "lower": self = .lower
    case "millis": self = .millis
    case "number": self = .number
    case "own": self = .own
    case "prefix": self = .prefix(try Self.number(first, of: name, from: 0))
    case "raw": self = .raw
    case "replace":
      self = .replace(
        try Self.mark(first, of: name), arguments.count > 1 ? arguments[1] : "")
    case "sha256": self = .sha256(try Self.coding(arguments.first))
    case "split": self = .split(try Self.mark(first, of: name))
    case "string": self = .string
    case "suffix": self = .suffix(try Self.number(first, of: name, from: 0))
    case "title": self = .title
    case "unwrap": self = .unwrap
    case "xml": self = .xml
    default:
      guard let operation = Arithmetic(rawValue: name) else { throw Self.unknown(name) }
      self = .arithmetic(operation, try Self.operand(first, of: operation))
    }
  }

  static func unknown(_ name: String) -> TemplateSyntax.Problem {
    TemplateSyntax.Problem(
      sentence: "unknown filter \"\(name)\"" + Suggestion.hint(for: name, among: known))
  }

  private static func operand(
    _ text: String, of operation: Arithmetic
  ) throws(TemplateSyntax.Problem) -> Operand {
    if text.first?.isLetter == true {
      return .named(text.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }
    let number = try number(text, of: operation.rawValue, from: -Bounds.century)
    guard operation != .divided || number != 0 else {
      throw TemplateSyntax.Problem(
        sentence: "expected a number other than 0 after divided:, found \"\(text)\"")
    }
    return .number(number)
  }

  private static func coding(_ text: String?) throws(TemplateSyntax.Problem) -> Coding {
    guard let text else { return .hex }
    guard let coding = Coding(rawValue: text) else {
      throw TemplateSyntax.Problem(
        sentence: "unknown coding \"\(text)\" after sha256:"
          + Suggestion.list(for: text, among: Coding.allCases.map(\.rawValue)))
    }
    return coding
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
