/// A place in a text that moves forward only and knows its line and column.
struct ByteCursor {
  let bytes: [UInt8]
  private(set) var offset = 0
  private(set) var line = 1
  private(set) var column = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The byte at the cursor; nil at the end.
  var next: UInt8? {
    peek(0)
  }

  func peek(_ distance: Int) -> UInt8? {
    let place = offset + distance
    return place < bytes.count ? bytes[place] : nil
  }

  /// Moves past one byte; stays at the end.
  mutating func advance() {
    guard let byte = next else { return }
    offset += 1
    if byte == ASCII.lineFeed {
      line += 1
      column = 1
    } else if byte & 0xc0 != 0x80 {
      // A scalar counts once, with its first byte.
      column += 1
    }
  }

  mutating func advance(by count: Int) {
    for _ in 0..<count { advance() }
  }

  mutating func skipSpace() {
    while let byte = next, ASCII.isSpace(byte) { advance() }
  }

  /// Moves past a string (RFC 8259 §7) in which every byte stands for itself, as nearly all do.
  /// - Returns: its text; nil, and nothing is moved, if the string holds anything else, or has no end.
  mutating func takePlainString() -> String? {
    let start = offset + 1
    let end = bytes.withUnsafeBufferPointer { bytes -> Int? in
      var place = start
      while place < bytes.count {
        let byte = bytes[place]
        if byte == ASCII.quote { return place }
        guard byte >= 0x20, byte < 0x80, byte != ASCII.backslash else { return nil }
        place += 1
      }
      return nil
    }
    guard let end else { return nil }
    column += end + 1 - offset
    offset = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Moves past what a string may hold as it is and in one byte, and appends it to `text`.
  mutating func takePlain(into text: inout [UInt8]) {
    let start = offset
    while let byte = next, (0x20..<0x80).contains(byte), byte != ASCII.quote,
      byte != ASCII.backslash
    {
      offset += 1
    }
    column += offset - start
    text.append(contentsOf: bytes[start..<offset])
  }

  /// The scalar at the cursor; nil at the end and where the bytes are not UTF-8 (RFC 3629 §4).
  var scalar: Unicode.Scalar? {
    guard let lead = next else { return nil }
    let (count, bits, least): (Int, UInt8, UInt32)
    switch lead {
    case 0..<0x80: return Unicode.Scalar(lead)
    case 0xc2...0xdf: (count, bits, least) = (2, lead & 0x1f, 0x80)
    case 0xe0...0xef: (count, bits, least) = (3, lead & 0x0f, 0x800)
    case 0xf0...0xf4: (count, bits, least) = (4, lead & 0x07, 0x10000)
    default: return nil
    }
    var value = UInt32(bits)
    for distance in 1..<count {
      guard let byte = peek(distance), byte & 0xc0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3f)
    }
    // The initializer refuses surrogates and what is above U+10FFFF, `least` longer forms.
    return value < least ? nil : Unicode.Scalar(value)
  }
}
