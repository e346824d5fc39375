/// Percent-encoding (RFC 3986 §2.1) and the three ways in which the wild writes a space.
///
/// Written by hand because order, repeats, `+` and `%00` have to survive, which
/// Foundation's and libmicrohttpd's decoders do not grant.
package enum PercentCoding {
  /// Decodes `%XX`, and `+` to a space where `plusIsSpace` says so (form coding).
  ///
  /// A `%` that no two hex digits follow stays as it is: browsers do the same.
  /// Bytes that are not UTF-8 make the result `nil`.
  package static func decode(_ text: Substring, plusIsSpace: Bool) -> String? {
    var text = text
    return text.withUTF8 { decode($0, plusIsSpace: plusIsSpace) }
  }

  /// The same, of bytes where they lie.
  package static func decode(_ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool) -> String? {
    // Nearly every value is plain: then its bytes are the text.
    var isCoded = false
    var others: UInt8 = 0
    for byte in bytes {
      others |= byte
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") { isCoded = true }
    }
    if !isCoded || (!plusIsSpace && !bytes.contains(UInt8(ascii: "%"))) {
      return text(bytes, isASCII: others < 0x80)
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { decoded in
      var count = 0
      var index = 0
      while index < bytes.count {
        var byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "%"), index + 1 < bytes.count, let high = hexDigit(bytes[index]),
          let low = hexDigit(bytes[index + 1])
        {
          byte = high << 4 | low
          index += 2
        } else if plusIsSpace, byte == UInt8(ascii: "+") {
          byte = UInt8(ascii: " ")
        }
        decoded[count] = byte
        count += 1
      }
      let whole = UnsafeBufferPointer(rebasing: decoded[..<count])
      return text(whole, isASCII: whole.allSatisfy { $0 < 0x80 })
    }
  }

  /// Checking costs more than making the text, and ASCII needs no check.
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String? {
    isASCII ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
