/// The little of DER (X.690) that is needed beside the library: to say what a refused key is, and to
/// hand over an RSA key that came as JWK.
enum DER {
  enum Tag {
    static let integer: UInt8 = 0x02
    static let octets: UInt8 = 0x04
    static let identifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
  }

  /// One value after the other; nil at the end, and at the first thing that is no DER.
  struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
      rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next() -> (tag: UInt8, content: ArraySlice<UInt8>)? {
      guard let tag = rest.popFirst(), let first = rest.popFirst() else { return nil }
      var length = Int(first)
      if first >= 0x80 {
        // No key is longer than four bytes can say.
        let count = Int(first & 0x7f)
        guard (1...4).contains(count), rest.count >= count else { return nil }
        length = 0
        for byte in rest.prefix(count) { length = length << 8 | Int(byte) }
        rest = rest.dropFirst(count)
      }
      guard rest.count >= length else { return nil }
      defer { rest = rest.dropFirst(length) }
      return (tag, rest.prefix(length))
    }

    /// The content of the next value if it has this tag.
    mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
      guard let value = next(), value.tag == tag else { return nil }
      return value.content
    }
  }

  /// A number that is not negative, from its big-endian bytes.
  static func integer(_ bytes: [UInt8]) -> [UInt8] {
    var content = Array(bytes.drop { $0 == 0 })
    // The first bit is the sign's.
    if content.first.map({ $0 >= 0x80 }) ?? true { content.insert(0, at: 0) }
    return value(Tag.integer, content)
  }

  static func sequence(_ values: [[UInt8]]) -> [UInt8] {
    value(Tag.sequence, Array(values.joined()))
  }

  private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    var length: [UInt8] = []
    var left = content.count
    while left > 0 {
      length.insert(UInt8(truncatingIfNeeded: left), at: 0)
      left >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }
}
