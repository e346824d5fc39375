/// A JSON value, as far as a client needs one (RFC 8259).
enum Value: Equatable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([Value])
  case object([String: Value])

  subscript(name: String) -> Value? {
    if case .object(let members) = self { members[name] } else { nil }
  }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  var list: [Value]? { if case .list(let list) = self { list } else { nil } }
  var members: [String: Value]? { if case .object(let members) = self { members } else { nil } }
  /// The texts of a list, without its other elements.
  var texts: [String]? { list?.compactMap(\.text) }

  /// As JSON, with names in order.
  var written: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number):
      Int(exactly: number).map(String.init) ?? (number.isFinite ? "\(number)" : "null")
    case .text(let text): Self.quoted(text)
    case .list(let list): "[" + list.map(\.written).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { Self.quoted($0.key) + ":" + $0.value.written }
        .joined(separator: ",") + "}"
    }
  }

  /// `<` and its kin are escaped too, so that JSON inside of a page ends no script.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<" ", "<", ">", "&", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
