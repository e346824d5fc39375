/// The bytes that mean something in JSON (RFC 8259 §2).
enum ASCII {
  static let lineFeed: UInt8 = 0x0a
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let singleQuote: UInt8 = 0x27
  static let star: UInt8 = 0x2a
  static let plus: UInt8 = 0x2b
  static let comma: UInt8 = 0x2c
  static let minus: UInt8 = 0x2d
  static let dot: UInt8 = 0x2e
  static let slash: UInt8 = 0x2f
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3a
  static let openBracket: UInt8 = 0x5b
  static let backslash: UInt8 = 0x5c
  static let closeBracket: UInt8 = 0x5d
  static let openBrace: UInt8 = 0x7b
  static let closeBrace: UInt8 = 0x7d

  /// White space is these four and no other.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
  }

  /// What JavaScript lets a bare name start with: the words that people forget to quote.
  static func startsWord(_ byte: UInt8) -> Bool {
    (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x5f || byte == 0x24
  }

  static func hexValue(_ byte: UInt8) -> UInt16? {
    switch byte {
    case 0x30...0x39: UInt16(byte - 0x30)
    case 0x41...0x46: UInt16(byte - 0x41 + 10)
    case 0x61...0x66: UInt16(byte - 0x61 + 10)
    default: nil
    }
  }
}
