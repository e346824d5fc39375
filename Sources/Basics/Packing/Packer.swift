/// Writes a value as text that `Unpacker` reads: much faster than JSON, and shorter.
///
/// - An integer is `12;`, a flag `0;` or `1;`, a text the number of its bytes and the bytes, `3:abc`, and `nil` is `~`.
/// - A property is its name and its value. The name is `.` and a number, which the name itself follows the first time.
/// - A list is the number of its elements, and the elements.
/// - An object is `#` and a number, which its properties follow the first time: what shares it shares it again.
///
/// The order is that of the declaration. A property that is new is an optional one, or older texts can't be read any more.
package final class Packer: Encoder {
  package let codingPath: [any CodingKey] = []
  package var userInfo: [CodingUserInfoKey: Any] { [:] }
  /// What values are written with, or read with.
  package let context: AnyObject?
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var names: [String: Int] = [:]
  @exclusivity(unchecked) private var objects: [ObjectIdentifier: Int] = [:]
  @exclusivity(unchecked) private var forms = Forms()

  private init(_ context: AnyObject?) { self.context = context }

  package static func pack(
    _ value: some Encodable, with context: AnyObject? = nil
  ) throws -> String {
    let packer = Packer(context)
    try packer.write(value)
    return String(decoding: packer.bytes, as: UTF8.self)
  }

  /// The packer behind an encoder: a type that there are thousands of writes its properties without their names, which
  /// takes a tenth of the time.
  package static func behind(_ encoder: any Encoder) throws -> Packer {
    guard let packer = encoder as? Packer else { throw PackingError("it is for snapshots only") }
    return packer
  }

  package func write<Value: Encodable>(_ value: Value) throws {
    if Value.self == String.self, let text = value as? String {
      write(text)
    } else if Value.self == Int.self, let number = value as? Int {
      integer(number)
    } else if Value.self == Bool.self, let flag = value as? Bool {
      integer(flag ? 1 : 0)
    } else if Value.self == UInt64.self, let number = value as? UInt64 {
      integer(number)
    } else {
      switch forms.form(of: Value.self) {
      case .object: try write(object: value as AnyObject, value)
      case .collection:
        guard let list = value as? any Packed else {
          throw PackingError("\(Value.self) is no collection")
        }
        try list.pack(into: self)
      case .other: try value.encode(to: self)
      }
    }
  }

  /// How the values of a type are written, beside numbers and texts.
  enum Form {
    case object
    case collection
    case other
  }

  /// To ask the runtime each time takes longer than all the rest.
  struct Forms {
    private var known: [ObjectIdentifier: Form] = [:]

    mutating func form(of type: Any.Type) -> Form {
      if let known = known[ObjectIdentifier(type)] { return known }
      let form: Form =
        type is AnyObject.Type ? .object : type is any Packed.Type ? .collection : .other
      known[ObjectIdentifier(type)] = form
      return form
    }
  }

  package func write<Wrapped: Encodable>(_ value: Wrapped?) throws {
    if let value { try write(value) } else { nothing() }
  }

  package func write(_ object: some AnyObject & Encodable) throws {
    try write(object: object, object)
  }

  /// What shares the object shares it again.
  private func write(object: AnyObject, _ value: some Encodable) throws {
    bytes.append(Sign.object)
    if let known = objects[ObjectIdentifier(object)] { return integer(known) }
    integer(objects.count)
    objects[ObjectIdentifier(object)] = objects.count
    try value.encode(to: self)
  }

  package func write(_ texts: [String]) {
    integer(texts.count)
    for text in texts { write(text) }
  }

  package func write<Key: Encodable, Value: Encodable>(
    pairs: some Collection<(key: Key, value: Value)>
  ) throws {
    integer(pairs.count)
    for (key, value) in pairs {
      try write(key)
      try write(value)
    }
  }

  /// How many elements follow.
  package func count(_ count: Int) { integer(count) }
  package func write(_ number: Int) { integer(number) }
  package func write(_ flag: Bool) { integer(flag ? 1 : 0) }
  package func write(_ number: UInt64) { integer(number) }

  fileprivate func name(_ name: String) {
    bytes.append(Sign.name)
    if let known = names[name] { return integer(known) }
    integer(names.count)
    names[name] = names.count
    write(name)
  }

  fileprivate func nothing() { bytes.append(Sign.nothing) }

  package func write(_ text: String) {
    var text = text
    text.withUTF8 { text in
      integer(text.count, until: Sign.text)
      bytes.append(contentsOf: text)
    }
  }

  private func integer(_ number: some FixedWidthInteger, until end: UInt8 = Sign.end) {
    if number < 0 { bytes.append(Sign.minus) }
    var rest = UInt64(number.magnitude)
    // From the last digit to the first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = digits.count
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: digits[first...])
    }
    bytes.append(end)
  }

  enum Sign {
    static let object = UInt8(ascii: "#")
    static let name = UInt8(ascii: ".")
    static let nothing = UInt8(ascii: "~")
    static let text = UInt8(ascii: ":")
    static let end = UInt8(ascii: ";")
    static let minus = UInt8(ascii: "-")
  }

  // MARK: Containers

  package func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Properties(packer: self))
  }
  package func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(packer: self) }
  package func singleValueContainer() -> any SingleValueEncodingContainer { Single(packer: self) }

  private struct Properties<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let packer: Packer
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
      packer.name(key.stringValue)
      packer.nothing()
    }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      packer.name(key.stringValue)
      try packer.write(value)
    }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      try optional(value, key)
    }
    // The library has functions of its own for these, and they write nothing.
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    private func optional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
      if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      packer.name(key.stringValue)
      return packer.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      packer.unkeyedContainer()
    }
    func superEncoder() -> any Encoder { packer }
    func superEncoder(forKey key: Key) -> any Encoder { packer }
  }

  private struct Single: SingleValueEncodingContainer {
    let packer: Packer
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { packer.nothing() }
    func encode<Value: Encodable>(_ value: Value) throws { try packer.write(value) }
  }

  /// Lists are `Packed`: nothing else may write elements whose number is not known before.
  private struct Elements: UnkeyedEncodingContainer {
    let packer: Packer
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    func encodeNil() throws { throw PackingError("a list is of another type than it may be") }
    func encode<Value: Encodable>(_ value: Value) throws { try encodeNil() }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { packer.container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { packer }
  }
}

/// The reason why a text can't be read, or a value can't be written: the end of a sentence.
package struct PackingError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// A collection, which writes how many elements it has.
package protocol Packed {
  func pack(into packer: Packer) throws
  init(unpacking unpacker: Unpacker) throws
}

extension Array: Packed where Element: Codable {
  package func pack(into packer: Packer) throws {
    packer.count(count)
    for element in self { try packer.write(element) }
  }
  package init(unpacking unpacker: Unpacker) throws {
    let count = try unpacker.count()
    self.init()
    reserveCapacity(count)
    for _ in 0..<count { append(try unpacker.read(Element.self)) }
  }
}

extension Set: Packed where Element: Codable {
  package func pack(into packer: Packer) throws { try Array(self).pack(into: packer) }
  package init(unpacking unpacker: Unpacker) throws {
    self.init(try [Element](unpacking: unpacker))
  }
}

extension Dictionary: Packed where Key: Codable, Value: Codable {
  package func pack(into packer: Packer) throws {
    try packer.write(pairs: self)
  }
  package init(unpacking unpacker: Unpacker) throws {
    self.init()
    try unpacker.readPairs { (key: Key, value: Value) in self[key] = value }
  }
}
