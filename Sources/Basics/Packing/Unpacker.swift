/// Reads what `Packer` has written.
package final class Unpacker: Decoder {
  package let codingPath: [any CodingKey] = []
  package var userInfo: [CodingUserInfoKey: Any] { [:] }
  /// See `Packer.context`.
  package let context: AnyObject?
  private let bytes: [UInt8]
  @exclusivity(unchecked) private var place = 0
  @exclusivity(unchecked) private var names: [String] = []
  @exclusivity(unchecked) private var forms = Packer.Forms()
  /// `nil` while an object is being read.
  @exclusivity(unchecked) private var objects: [AnyObject?] = []
  /// The name that stands at a place, and where its value begins.
  @exclusivity(unchecked) private var ahead: (place: Int, name: String, end: Int)?

  private typealias Sign = Packer.Sign

  private init(_ text: String, _ context: AnyObject?) {
    bytes = Array(text.utf8)
    self.context = context
  }

  /// - Throws: if the text is not exactly one value of the type.
  package static func unpack<Value: Decodable>(
    _ text: String, as type: Value.Type, with context: AnyObject? = nil
  ) throws -> Value {
    let unpacker = Unpacker(text, context)
    let value = try unpacker.read(type)
    guard unpacker.place == unpacker.bytes.count else { throw unpacker.unexpected("the end") }
    return value
  }

  package static func behind(_ decoder: any Decoder) throws -> Unpacker {
    guard let unpacker = decoder as? Unpacker else {
      throw PackingError("it is for snapshots only")
    }
    return unpacker
  }

  package func read(_ type: Int.Type) throws -> Int { try integer(type) }
  package func read(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  package func read(_ type: String.Type) throws -> String { try text() }
  package func read(_ type: Bool.Type) throws -> Bool { try integer(Int.self) != 0 }

  package func read(_ type: [String].Type) throws -> [String] {
    let count = try count()
    var texts: [String] = []
    texts.reserveCapacity(count)
    for _ in 0..<count { texts.append(try text()) }
    return texts
  }

  package func read<Wrapped: Decodable>(_ type: Wrapped?.Type) throws -> Wrapped? {
    take(Sign.nothing) ? nil : try read(Wrapped.self)
  }

  package func read<Object: AnyObject & Decodable>(_ type: Object.Type) throws -> Object {
    try object(type)
  }

  package func readPairs<Key: Decodable, Value: Decodable>(
    _ put: (Key, Value) -> Void
  ) throws {
    for _ in 0..<(try count()) {
      let key = try read(Key.self)
      put(key, try read(Value.self))
    }
  }

  package func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value: Any
    if type == String.self {
      value = try text()
    } else if type == Int.self {
      value = try integer(Int.self)
    } else if type == Bool.self {
      value = try integer(Int.self) != 0
    } else if type == UInt64.self {
      value = try integer(UInt64.self)
    } else {
      switch forms.form(of: type) {
      case .object: return try object(type)
      case .collection:
        guard let list = type as? any Packed.Type else { throw unexpected("\(type)") }
        value = try list.init(unpacking: self)
      case .other: return try type.init(from: self)
      }
    }
    guard let value = value as? Value else { throw unexpected("\(type)") }
    return value
  }

  /// How many elements follow: no more than bytes.
  package func count() throws -> Int {
    let count = try integer(Int.self)
    guard (0...bytes.count - place).contains(count) else {
      throw unexpected("a number of elements")
    }
    return count
  }

  private func unexpected(_ expected: String) -> PackingError {
    PackingError("expected \(expected) at byte \(place)")
  }

  private func take(_ sign: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == sign else { return false }
    place += 1
    return true
  }

  private func object<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard take(Sign.object) else { throw unexpected("\(type)") }
    let number = try integer(Int.self)
    guard objects.indices.contains(number) else {
      guard number == objects.count else { throw unexpected("an object that is known") }
      objects.append(nil)
      let value = try type.init(from: self)
      objects[number] = value as AnyObject
      return value
    }
    guard let value = objects[number] as? Value else { throw unexpected("\(type)") }
    return value
  }

  private func integer<Number: FixedWidthInteger>(
    _ type: Number.Type, until end: UInt8 = Sign.end
  ) throws -> Number {
    let isNegative = take(Sign.minus)
    var number: Number = 0
    let start = place
    while place < bytes.count, case let digit = bytes[place] &- 0x30, digit < 10 {
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooMuch) =
        isNegative
        ? tens.subtractingReportingOverflow(Number(digit))
        : tens.addingReportingOverflow(Number(digit))
      guard !isTooLarge, !isTooMuch else { throw unexpected("a smaller number") }
      number = sum
      place += 1
    }
    guard place > start, take(end) else { throw unexpected("a number") }
    return number
  }

  private func text() throws -> String {
    let count = try integer(Int.self, until: Sign.text)
    guard (0...bytes.count - place).contains(count) else { throw unexpected("a text") }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  // MARK: Names

  /// The name that comes next; `nil` if something else does.
  fileprivate func nextName() throws -> String? {
    if let ahead, ahead.place == place { return ahead.name }
    let start = place
    guard take(Sign.name) else { return nil }
    let number = try integer(Int.self)
    if number == names.count { names.append(try text()) }
    guard names.indices.contains(number) else { throw unexpected("a name that is known") }
    ahead = (start, names[number], place)
    place = start
    return names[number]
  }

  fileprivate func skipName() { if let ahead, ahead.place == place { place = ahead.end } }

  fileprivate func expect(_ key: some CodingKey) throws {
    let found = try nextName()
    guard found == key.stringValue else {
      throw PackingError(
        "expected \"\(key.stringValue)\" at byte \(place), found \(found.map { "\"\($0)\"" } ?? "the end of the properties")"
      )
    }
    skipName()
  }

  /// Whether a property is there and `nil`: then it is passed over.
  fileprivate func isNothing(_ key: some CodingKey) throws -> Bool {
    guard try nextName() == key.stringValue, let end = ahead?.end, end < bytes.count,
      bytes[end] == Sign.nothing
    else { return false }
    place = end + 1
    return true
  }

  // MARK: Containers

  package func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Properties(unpacker: self))
  }
  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw unexpected("a list of a type that can be read")
  }
  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Single(unpacker: self)
  }

  private struct Properties<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let unpacker: Unpacker
    var codingPath: [any CodingKey] { [] }
    /// The next one only: an enumeration asks for the case that it is.
    var allKeys: [Key] {
      ((try? unpacker.nextName()) ?? nil).flatMap { Key(stringValue: $0) }.map { [$0] } ?? []
    }

    func contains(_ key: Key) -> Bool { (try? unpacker.nextName()) == key.stringValue }
    func decodeNil(forKey key: Key) throws -> Bool { try unpacker.isNothing(key) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try unpacker.expect(key)
      return try unpacker.read(type)
    }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try unpacker.expect(key)
      return try unpacker.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try unpacker.unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { unpacker }
    func superDecoder(forKey key: Key) throws -> any Decoder { unpacker }
  }

  private struct Single: SingleValueDecodingContainer {
    let unpacker: Unpacker
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { unpacker.take(Sign.nothing) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try unpacker.read(type) }
  }
}
