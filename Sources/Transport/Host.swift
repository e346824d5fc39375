/// `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2), as bytes.
enum Host {
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let literal = rest[..<end].dropFirst()
      guard literal.contains(UInt8(ascii: ":")), literal.allSatisfy(isLiteral) else { return false }
      rest = rest[end...].dropFirst()
    } else {
      let name = rest.prefix { $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, name.allSatisfy(isName) else { return false }
      rest = rest.dropFirst(name.count)
    }
    guard let colon = rest.first else { return true }
    let port = rest.dropFirst()
    // An empty port is a port (RFC 3986 §3.2.3).
    return colon == UInt8(ascii: ":") && port.allSatisfy(\.isDigit)
      && (port.isEmpty || UInt16(String(decoding: port, as: UTF8.self)) != nil)
  }

  /// An IPv6 address, or what a later version may bring.
  private static func isLiteral(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || ":.-_~".utf8.contains(byte)
  }

  /// A registered name without the comma, though RFC 3986 has it: that is how two joined Host fields look.
  private static func isName(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: ".") || "-_~%!$&'()*+;=".utf8.contains(byte)
  }
}
