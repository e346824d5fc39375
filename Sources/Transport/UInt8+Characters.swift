import Basics

// The character classes of RFC 5234 and RFC 9110, for bytes that have not been validated as text yet.

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isAlphanumeric: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 }
  /// CTL, which includes DEL (RFC 5234 B.1).
  var isControl: Bool { self < 0x20 || self == 0x7f }
  /// tchar (RFC 9110 §5.6.2). The two numbers are the set !#$%&'*+-.0-9 below 64, and A-Z^_`a-z|~ from 64 on.
  var isToken: Bool {
    let set: UInt64 = self < 64 ? 0x03ff_6cfa_0000_0000 : 0x57ff_ffff_c7ff_fffe
    return self < 128 && set >> UInt64(self & 63) & 1 == 1
  }
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a C string, without its NUL.
  init(_ text: UnsafePointer<CChar>) { self.init(start: text, count: strlen(text)) }

  /// Without the optional whitespace around a field's value (RFC 9110 §5.6.3); libmicrohttpd keeps that behind it.
  var trimmed: UnsafeRawBufferPointer {
    guard let first = firstIndex(where: { !$0.isBlank }),
      let last = lastIndex(where: { !$0.isBlank })
    else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: self[first...last])
  }

  /// Names of fields and codings are compared without case.
  func isSame(asLowercase name: StaticString) -> Bool {
    count == name.utf8CodeUnitCount
      && name.withUTF8Buffer { zip(self, $0).allSatisfy { $0.lowercased == $1 } }
  }

  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let mine = baseAddress, let theirs = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return memcmp(mine, theirs, count) == 0
  }

  /// A control character other than the tab. No early end: so the compiler looks at many bytes at a time.
  var holdsControl: Bool {
    var found = false
    for byte in self { found = found || (byte.isControl && byte != UInt8(ascii: "\t")) }
    return found
  }

  var text: String { String(decoding: self, as: UTF8.self) }
}
