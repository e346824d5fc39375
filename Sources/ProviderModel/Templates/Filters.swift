import Encodings
import FoundationEssentials
import HTTPMessages
import JSON

/// The closed list of `|filters`.
public enum Filters {
  static let known = [
    "after", "base64", "base64url", "bits", "date", "default", "encode", "first", "isodate", "join",
    "json",
    "lower", "number", "own", "plus", "prefix", "raw", "replace", "split", "string", "title", "xml",
  ]

  static func apply(_ filter: Template.Filter, to value: JSONValue?, bits: [String: Int])
    -> JSONValue?
  {
    let first = filter.arguments.first ?? ""
    switch filter.name {
    case "default": return Context.isEmpty(value) ? .init(.string(first)) : value
    case "raw": return value
    case "bits":
      let names = (value?.arrayValue ?? []).compactMap(\.stringValue)
      // Where names have no bits, they speak for themselves.
      if bits.isEmpty { return .init(.string(names.joined(separator: ","))) }
      return .init(.number(String(names.compactMap { bits[$0] }.reduce(0, |))))
    default: break
    }
    guard let value else { return nil }
    let plain = text(value)
    func string(_ text: some StringProtocol) -> JSONValue { .init(.string(String(text))) }
    switch filter.name {
    case "join":
      return string((value.arrayValue ?? [value]).map { text($0) }.joined(separator: first))
    case "split": return .init(.array(plain.split(separator: first).map { string($0) }))
    case "after":
      // Of a list, the first element that begins so, without its beginning.
      let start = filter.arguments.joined(separator: ":")
      return (value.arrayValue ?? [value]).lazy.map { text($0) }.first { $0.hasPrefix(start) }
        .map { string($0.dropFirst(start.count)) }
    case "first": return value.arrayValue?.first ?? value
    case "encode": return string(QueryStyle(space: .percent, safe: "-_.~" + first).encode(plain))
    case "base64url": return string(Base64URL.encode(Array(plain.utf8)))
    case "number": return Int(plain).map { .init(.number(String($0))) } ?? value
    case "xml": return string(Markup.escape(characters(plain), apostrophe: "&apos;"))
    case "isodate": return string(date(Int(plain) ?? 0, .standard))
    case "base64": return string(Base64.encode(Array(plain.utf8)))
    case "replace":
      return string(
        plain.split(separator: first, omittingEmptySubsequences: false)
          .joined(separator: filter.arguments.count > 1 ? filter.arguments[1] : ""))
    case "json": return string(value.text())
    case "string": return string(plain)
    case "lower": return string(plain.lowercased())
    case "title": return string(plain.prefix(1).uppercased() + plain.dropFirst())
    case "prefix": return string(plain.prefix(max(Int(first) ?? 0, 0)))
    case "plus":
      let (sum, overflow) = (Int(plain) ?? 0).addingReportingOverflow(Int(first) ?? 0)
      return .init(.number(String(overflow ? 0 : sum)))
    case "date": return string(date(Int(plain) ?? 0))
    default: return value
    }
  }

  public static func text(_ value: JSONValue?) -> String {
    switch value?.content {
    case nil, .null: ""
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    default: value?.text() ?? ""
    }
  }

  /// `2017-12-06 20:36:51Z`, or with a `T`, from seconds since 1970.
  static func date(
    _ seconds: Int, _ separator: Date.ISO8601FormatStyle.DateTimeSeparator = .space
  ) -> String {
    let style = Date.ISO8601FormatStyle(
      dateSeparator: .dash, dateTimeSeparator: separator, timeSeparator: .colon)
    return Date(timeIntervalSince1970: Double(seconds)).formatted(style)
  }

  /// Without what no XML document can hold, not even escaped (XML 1.0 §2.2).
  private static func characters(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { scalar in
          switch scalar.value {
          case 0x09, 0x0A, 0x0D: true
          case 0..<0x20, 0xFFFE, 0xFFFF: false
          default: true
          }
        }))
  }
}
