/// Reads JSON that a stranger sent: so deep and no deeper, and nothing behind its end.
struct ValueReader {
  struct Mistake: Error { var about: String }

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private let deepest: Int

  static func read(_ bytes: [UInt8], deepest: Int = 32) throws(Mistake) -> Value {
    var reader = ValueReader(bytes, deepest)
    // A byte order mark is no JSON (RFC 8259 §8.1), and is read over.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.place = 3 }
    let value = try reader.value()
    reader.blanks()
    guard reader.place == bytes.count else { throw Mistake(about: "more than one value") }
    return value
  }

  private init(_ bytes: [UInt8], _ deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func blanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func takes(_ byte: Character) -> Bool {
    guard let next, next == byte.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func value() throws(Mistake) -> Value {
    blanks()
    switch next {
    case UInt8(ascii: "{"): return try nested { (reader) throws(Mistake) in try reader.object() }
    case UInt8(ascii: "["): return try nested { (reader) throws(Mistake) in try reader.list() }
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .flag(true))
    case UInt8(ascii: "f"): return try word("false", .flag(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func nested(
    _ read: (inout ValueReader) throws(Mistake) -> Value
  ) throws(Mistake) -> Value {
    depth += 1
    guard depth <= deepest else { throw Mistake(about: "nested too deep") }
    place += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(Mistake) -> Value {
    var members: [String: Value] = [:]
    blanks()
    if takes("}") { return .object(members) }
    repeat {
      blanks()
      let name = try text()
      blanks()
      guard takes(":") else { throw Mistake(about: "a name without a value") }
      members[name] = try value()
      blanks()
    } while takes(",")
    guard takes("}") else { throw Mistake(about: "an object without end") }
    return .object(members)
  }

  private mutating func list() throws(Mistake) -> Value {
    var list: [Value] = []
    blanks()
    if takes("]") { return .list(list) }
    repeat {
      list.append(try value())
      blanks()
    } while takes(",")
    guard takes("]") else { throw Mistake(about: "a list without end") }
    return .list(list)
  }

  private mutating func word(_ word: String, _ value: Value) throws(Mistake) -> Value {
    guard bytes[place...].starts(with: word.utf8) else { throw Mistake(about: "no JSON") }
    place += word.utf8.count
    return value
  }

  private mutating func number() throws(Mistake) -> Double {
    let start = place
    while let byte = next, "+-.0123456789eE".utf8.contains(byte) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard text.first != "+", text.first != ".", let number = Double(text) else {
      throw Mistake(about: "no JSON")
    }
    return number
  }

  private mutating func text() throws(Mistake) -> String {
    guard takes("\"") else { throw Mistake(about: "no JSON") }
    var units: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: units, as: UTF8.self) else {
          throw Mistake(about: "a text that is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): units += try escaped()
      case 0..<0x20: throw Mistake(about: "a control character in a text")
      default: units.append(byte)
      }
    }
    throw Mistake(about: "a text without end")
  }

  private static let escapes: [UInt8: UInt8] = [
    0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
  ]

  private mutating func escaped() throws(Mistake) -> [UInt8] {
    guard let byte = next else { throw Mistake(about: "a text without end") }
    place += 1
    if let plain = Self.escapes[byte] { return [plain] }
    guard byte == UInt8(ascii: "u") else { throw Mistake(about: "an unknown escape") }
    var units = [try unit()]
    if UTF16.isLeadSurrogate(units[0]), takes("\\"), takes("u") { units.append(try unit()) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func unit() throws(Mistake) -> UInt16 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4,
      digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Mistake(about: "an unknown escape") }
    place += 4
    return unit
  }
}
