import Basics

/// What a fact comes to when it is asked for.
package enum Value: Sendable, Equatable, Codable {
  /// It is not known here, or was not sent.
  case none
  case text(String)
  case number(Int)
  case flag(Bool)
  case texts([String])
  /// Anything that a file or a client made: an id with all its digits, a record, a list of them.
  case json(JSONValue)

  package func encode(to encoder: any Encoder) throws {
    let packer = try Packer.behind(encoder)
    switch self {
    case .none: packer.write(0)
    case .text(let text):
      packer.write(1)
      packer.write(text)
    case .number(let number):
      packer.write(2)
      packer.write(number)
    case .flag(let flag):
      packer.write(3)
      packer.write(flag)
    case .texts(let texts):
      packer.write(4)
      packer.write(texts)
    case .json(let value):
      packer.write(5)
      try packer.write(value)
    }
  }

  package init(from decoder: any Decoder) throws {
    let unpacker = try Unpacker.behind(decoder)
    switch try unpacker.read(Int.self) {
    case 0: self = .none
    case 1: self = .text(try unpacker.read(String.self))
    case 2: self = .number(try unpacker.read(Int.self))
    case 3: self = .flag(try unpacker.read(Bool.self))
    case 4: self = .texts(try unpacker.read([String].self))
    case 5: self = .json(try unpacker.read(JSONValue.self))
    case let kind: throw PackingError("a value of the kind \(kind) is not known")
    }
  }

  package init(_ value: JSONValue?) {
    switch value?.content {
    case nil: self = .none
    case .string(let text): self = .text(text)
    case .bool(let flag): self = .flag(flag)
    default: self = value.map(Value.json) ?? .none
    }
  }

  package init(_ text: String?) { self = text.map(Value.text) ?? .none }

  /// A number that is not known, as JSON has it.
  static let noNumber = Value.json(JSONValue(.null))

  /// Whether there is nothing to say: a member that is marked with `?` is left out then.
  package var isEmpty: Bool {
    switch self {
    case .none, .text(""), .flag(false): true
    case .texts(let texts): texts.isEmpty
    case .json(let value):
      switch value.content {
      case .null: true
      case .array(let elements): elements.isEmpty
      default: false
      }
    default: false
    }
  }

  /// As it stands in a text: a list or an object as JSON.
  package var text: String {
    switch self {
    case .none: ""
    case .text(let text): text
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .texts: json?.text() ?? ""
    case .json(let value): Self.text(of: value)
    }
  }

  /// As a whole number; 0 for anything else.
  var whole: Int { if case .number(let number) = self { number } else { Int(text) ?? 0 } }

  package static func text(of value: JSONValue?) -> String {
    switch value?.content {
    case nil, .null: ""
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    default: value?.text() ?? ""
    }
  }

  /// The elements of a list; `nil` for anything else.
  package var elements: [Value]? {
    switch self {
    case .texts(let texts): texts.map(Value.text)
    case .json(let value): value.arrayValue?.map { Value($0) }
    default: nil
    }
  }

  /// The texts among the elements of a list.
  package var texts: [String]? {
    switch self {
    case .texts(let texts): texts
    case .json(let value): value.arrayValue?.compactMap(\.stringValue)
    default: nil
    }
  }

  /// As a tree; `nil` for nothing at all.
  package var json: JSONValue? {
    switch self {
    case .none: nil
    case .text(let text): JSONValue(.string(text))
    case .number(let number): JSONValue(.number(String(number)))
    case .flag(let flag): JSONValue(.bool(flag))
    case .texts(let texts): JSONValue(.array(texts.map { JSONValue(.string($0)) }))
    case .json(let value): value
    }
  }

  /// Writes it as JSON behind what the buffer holds; nothing at all is the empty string.
  func write(_ style: JSONStyle, into buffer: inout [UInt8]) {
    switch self {
    case .none: style.quote("", into: &buffer)
    case .text(let text): style.quote(text, into: &buffer)
    case .number(let number): buffer.append(contentsOf: String(number).utf8)
    case .flag(let flag): buffer.append(contentsOf: (flag ? "true" : "false").utf8)
    case .texts, .json: if let json { buffer.append(contentsOf: json.encoded(style)) }
    }
  }

  /// What stands below a name, or at a place of a list.
  func member(_ name: String) -> Value {
    switch self {
    case .texts(let texts):
      guard let index = Int(name), texts.indices.contains(index) else { return .none }
      return .text(texts[index])
    case .json(let value):
      if let elements = value.arrayValue {
        guard let index = Int(name), elements.indices.contains(index) else { return .none }
        return Value(elements[index])
      }
      return Value(value[name])
    default: return .none
    }
  }
}
