import Basics
import UserAgent

/// What earlier answers brought, for later requests of an input: `$code` in one is the last code that came. Without it no
/// fuzzer would ever come past a login.
struct Remembered {
  private var values: [String: String] = [:]
  private var cookies: [String: String] = [:]

  /// Codes and tokens of addresses, members of JSON, hidden fields of pages, and cookies.
  mutating func note(_ answer: Answer) {
    for line in answer.headers[values: .setCookie] {
      guard let first = Cookies.read(line).first else { continue }
      cookies[first.name] = first.value
    }
    if let location = answer.headers[.location] {
      for part in location.split(whereSeparator: { "?#".contains($0) }).dropFirst() {
        for pair in Parameters(formEncoded: part).list { values[pair.name] = pair.value }
      }
    }
    let type = answer.headers[.contentType] ?? ""
    if type.hasPrefix("text/html") {
      let page = HTMLPage(String(decoding: answer.body, as: UTF8.self))
      for field in page.forms.first?.fields ?? [] where field.kind == "hidden" {
        values[field.name] = field.value
      }
    } else if type.hasPrefix("application/json"),
      let root = try? JSONReader().read(answer.body, file: "").root
    {
      for member in root.objectValue ?? JSONObject() {
        if let text = member.value.stringValue { values[member.name] = text }
      }
    }
  }

  static func asks(_ piece: [UInt8]) -> Bool { piece.contains(mark) }

  private static let mark = UInt8(ascii: "$")

  /// `$name` with its value, where there is one; `$cookie` is all of them.
  func filled(_ piece: [UInt8]) -> [UInt8] {
    guard Self.asks(piece) else { return piece }
    var filled: [UInt8] = []
    var rest = piece[...]
    while let mark = rest.firstIndex(of: Self.mark) {
      filled += rest[..<mark]
      let name = rest[(mark + 1)...].prefix { (0x61...0x7A).contains($0) || $0 == 0x5F }
      let value = value(String(decoding: name, as: UTF8.self))
      filled += value.map { Array($0.utf8) } ?? Array(rest[mark..<name.endIndex])
      rest = rest[name.endIndex...]
    }
    return filled + rest
  }

  private func value(_ name: String) -> String? {
    guard name == "cookie" else { return values[name] }
    return cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(
      separator: "; ")
  }
}
