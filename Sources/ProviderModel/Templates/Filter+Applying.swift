import Basics
import JOSE

extension Filter {
  /// - Parameter bits: a name's bit at the provider, for `bits`.
  func apply(to value: Value, bits: [(name: String, bit: Int)]) -> Value {
    switch self {
    case .default(let text): return value.isEmpty ? .text(text) : value
    case .raw: return value
    case .bits: return Self.mask(value.texts ?? [], bits)
    // JSON has no number for nothing, and a text in its place has the wrong type.
    case .number where value.text.isEmpty: return .noNumber
    default: break
    }
    if case .none = value { return .none }
    switch self {
    case .join(let mark):
      if case .texts(let texts) = value { return .text(texts.joined(separator: mark)) }
      return .text((value.elements?.map(\.text) ?? [value.text]).joined(separator: mark))
    case .split(let mark):
      let texts = value.elements?.map(\.text) ?? [value.text]
      return .texts(texts.flatMap { Self.split($0, mark) })
    case .after(let start):
      // Of a list, the first element that begins so, without its beginning.
      guard let texts = value.elements?.map(\.text) else {
        let text = value.text
        return Value(text.firstRange(of: start).map { String(text[$0.upperBound...]) })
      }
      return Value(texts.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) })
    case .first: return value.elements?.first ?? value
    case .last: return value.elements?.last ?? value
    case .unwrap:
      guard let elements = value.elements, elements.count == 1 else { return value }
      return elements[0]
    case .encode(let style): return .text(style.encode(value.text))
    case .base64url: return .text(Base64URL.encode(Array(value.text.utf8)))
    case .base64: return .text(Base64.encode(Array(value.text.utf8)))
    case .number: return Int(value.text).map(Value.number) ?? value
    case .xml: return .text(Markup.escape(Self.characters(value.text), apostrophe: "&apos;"))
    case .isodate: return .text(UTC(seconds: Self.instant(value)).text() + "Z")
    case .date(let format):
      let instant = Self.instant(value)
      return .text(format?.text(instant) ?? UTC(seconds: instant).text(between: " ") + "Z")
    case .millis: return .number(Arithmetic.times.apply(value.whole, 1000))
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
    case .suffix(let count): return .text(String(value.text.suffix(count)))
    case .sha256(let coding): return .text(coding.text(Digest.sha256(Array(value.text.utf8))))
    // These need more than their value: `Evaluation` has the facts.
    case .default, .raw, .bits, .own, .arithmetic: return value
    }
  }

  /// Seconds since 1970 as a calendar can show them.
  private static func instant(_ value: Value) -> Int {
    let last = UTC.last
    return min(max(value.whole, -last), last)
  }

  /// Where names have no bits, they speak for themselves.
  private static func mask(_ names: [String], _ bits: [(name: String, bit: Int)]) -> Value {
    if bits.isEmpty { return .text(names.joined(separator: ",")) }
    return .number(
      names.reduce(0) { mask, name in mask | (bits.first { $0.name == name }?.bit ?? 0) })
  }

  /// Bytes where the mark is one, as nearly every mark is.
  static func split(_ text: String, _ mark: String) -> [String] {
    if text.isEmpty { return [] }
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

extension Filter.Arithmetic {
  /// A result that is too large is 0, and so is a division by zero.
  func apply(_ a: Int, _ b: Int) -> Int {
    func checked(_ result: (partialValue: Int, overflow: Bool)) -> Int {
      result.overflow ? 0 : result.partialValue
    }
    return switch self {
    case .plus: checked(a.addingReportingOverflow(b))
    case .minus: checked(a.subtractingReportingOverflow(b))
    case .times: checked(a.multipliedReportingOverflow(by: b))
    case .divided: a.quotientDown(b)
    }
  }
}

extension Filter.Coding {
  func text(_ bytes: [UInt8]) -> String {
    switch self {
    case .hex: Hexadecimal.encode(bytes)
    case .base64: Base64.encode(bytes)
    case .base64url: Base64URL.encode(bytes)
    }
  }
}

extension Filter {
  /// The fact that an argument names.
  var fact: Fact? {
    if case .arithmetic(_, .fact(let expression)) = self { expression.fact } else { nil }
  }

  /// The same filter, with the fact that its argument names.
  func resolved(in vocabulary: Vocabulary) throws(Vocabulary.Unknown) -> Filter {
    guard case .arithmetic(let operation, .named(let path)) = self else { return self }
    let (fact, rest) = try vocabulary.fact(path, mayLack: false)
    let kind = vocabulary.kind(of: fact)
    return .arithmetic(operation, .fact(Expression(fact: fact, rest: rest, claimKind: kind)))
  }
}
