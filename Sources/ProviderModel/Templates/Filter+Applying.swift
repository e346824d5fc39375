import Basics

extension Filter {
  /// - Parameter bits: a name's bit at the provider, for `bits`.
  func apply(to value: Value, bits: [(name: String, bit: Int)]) -> Value {
    switch self {
    case .default(let text): return value.isEmpty ? .text(text) : value
    case .raw: return value
    case .bits: return Self.mask(value.texts ?? [], bits)
    default: break
    }
    if case .none = value { return .none }
    switch self {
    case .join(let mark):
      if case .texts(let texts) = value { return .text(texts.joined(separator: mark)) }
      return .text((value.elements?.map(\.text) ?? [value.text]).joined(separator: mark))
    case .split(let mark): return .texts(Self.split(value.text, mark))
    case .after(let start):
      // Of a list, the first element that begins so, without its beginning.
      let texts = value.elements?.map(\.text) ?? [value.text]
      return Value(texts.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) })
    case .first: return value.elements?.first ?? value
    case .unwrap:
      guard let elements = value.elements, elements.count == 1 else { return value }
      return elements[0]
    case .encode(let style): return .text(style.encode(value.text))
    case .base64url: return .text(Base64URL.encode(Array(value.text.utf8)))
    case .base64: return .text(Base64.encode(Array(value.text.utf8)))
    case .number: return Int(value.text).map(Value.number) ?? value
    case .xml: return .text(Markup.escape(Self.characters(value.text), apostrophe: "&apos;"))
    case .isodate: return .text(UTC(seconds: Int(value.text) ?? 0).text() + "Z")
    case .date: return .text(UTC(seconds: Int(value.text) ?? 0).text(between: " ") + "Z")
    case .replace(let old, let new):
      return .text(
        value.text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new))
    case .inserted: return .text(WellKnownPath.inserted(value.text))
    case .json: return .text(value.json?.text() ?? "")
    case .string: return .text(value.text)
    case .lower: return .text(value.text.lowercased())
    case .title:
      let text = value.text
      return .text(text.prefix(1).uppercased() + text.dropFirst())
    case .prefix(let count): return .text(String(value.text.prefix(count)))
    case .plus(let more):
      let (sum, overflow) = (Int(value.text) ?? 0).addingReportingOverflow(more)
      return .number(overflow ? 0 : sum)
    // `own` needs more than its value: `Facts` knows whose addresses these are.
    case .default, .raw, .bits, .own: return value
    }
  }

  /// Where names have no bits, they speak for themselves.
  private static func mask(_ names: [String], _ bits: [(name: String, bit: Int)]) -> Value {
    if bits.isEmpty { return .text(names.joined(separator: ",")) }
    return .number(
      names.reduce(0) { mask, name in mask | (bits.first { $0.name == name }?.bit ?? 0) })
  }

  /// Bytes where the mark is one, as nearly every mark is.
  static func split(_ text: String, _ mark: String) -> [String] {
    guard mark.utf8.count == 1, let byte = mark.utf8.first else {
      return text.split(separator: mark).map(String.init)
    }
    return text.utf8.split(separator: byte).map { String(Substring($0)) }
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
