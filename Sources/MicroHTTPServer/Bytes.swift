// The character classes of RFC 5234 and RFC 9110, over bytes: what comes off the wire is not text until it was judged.

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isAlphanumeric: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 }
  /// CTL, which includes DEL (RFC 5234 B.1).
  var isControl: Bool { self < 0x20 || self == 0x7f }
  /// tchar (RFC 9110 §5.6.2).
  var isToken: Bool { isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }
  var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

extension [UInt8] {
  /// ASCII letters in lower case: names of fields and codings are compared so.
  var lowercased: [UInt8] { map(\.lowercased) }

  /// Without the optional whitespace around a field's value (RFC 9110 §5.6.3); libmicrohttpd keeps that behind it.
  var trimmed: [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Array(self[first...last])
  }
}

extension RequestHead {
  /// The values of all fields of this lower-case name.
  func values(_ name: StaticString) -> [[UInt8]] {
    let name = name.withUTF8Buffer { Array($0) }
    return fields.filter { $0.name.count == name.count && $0.name.lowercased == name }.map(\.value)
  }
}
