/// How a tree is written as bytes. Servers differ, and clients have been seen to depend on it.
package struct JSONStyle: Sendable, Equatable {
  /// A space after `:` and `,`: `{"a": 1, "b": 2}`.
  package var space: Bool
  /// `/` is written `\/`, as PHP does.
  package var escapedSlash: Bool
  /// All beyond ASCII is written `\uXXXX` in lower case, above U+FFFF as a surrogate pair.
  package var ascii: Bool
  /// Spaces per level, with each member and element on a line of its own; nil for one line.
  package var indent: Int?

  package init(
    space: Bool = false, escapedSlash: Bool = false, ascii: Bool = false, indent: Int? = nil
  ) {
    self.space = space
    self.escapedSlash = escapedSlash
    self.ascii = ascii
    self.indent = indent
  }

  /// `{"a":1,"b":2}`
  package static let compact = JSONStyle()

  /// A line for each member and element, `indent` spaces per level, without a last line break.
  package static func pretty(_ indent: Int) -> JSONStyle {
    JSONStyle(space: true, indent: indent)
  }
}

extension JSONStyle {
  /// Appends a string (RFC 8259 §7) to a buffer. Only characters that must be escaped are escaped, unless the style
  /// says so.
  package func quote(_ text: String, into buffer: inout [UInt8]) {
    buffer.append(ASCII.quote)
    var text = text
    text.withUTF8 { bytes in
      // Most texts need no escape: they go as they are.
      let first = plain(bytes, from: 0)
      guard first < bytes.count else {
        buffer.append(contentsOf: bytes)
        return
      }
      buffer.append(contentsOf: bytes[..<first])
      if ascii {
        // UTF-16 has the surrogate pairs that `\u` escapes are made of.
        for unit in String(decoding: bytes[first...], as: UTF8.self).utf16 {
          if unit < 0x80 {
            escape(UInt8(truncatingIfNeeded: unit), &buffer)
          } else {
            hex(unit, &buffer)
          }
        }
      } else {
        var (start, place) = (first, first)
        while place < bytes.count {
          buffer.append(contentsOf: bytes[start..<place])
          escape(bytes[place], &buffer)
          start = place + 1
          place = plain(bytes, from: start)
        }
        buffer.append(contentsOf: bytes[start...])
      }
    }
    buffer.append(ASCII.quote)
  }

  /// The first place from `start` on whose byte must be escaped. Eight bytes are looked at together.
  private func plain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    // Has the top bit of each byte below the limit. A byte above such a one may have it, too: then the bytes are looked at one by
    // one.
    func below(_ limit: UInt8, _ word: UInt64) -> UInt64 { (word &- ones &* UInt64(limit)) & ~word }
    func same(_ byte: UInt8, _ word: UInt64) -> UInt64 { below(1, word ^ ones &* UInt64(byte)) }
    let raw = UnsafeRawBufferPointer(bytes)
    var place = start
    while place + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      var found = below(0x20, word) | same(ASCII.quote, word) | same(ASCII.backslash, word)
      if ascii { found |= word }
      if escapedSlash { found |= same(ASCII.slash, word) }
      if found & tops != 0 { break }
      place += 8
    }
    while place < bytes.count, !mustEscape(bytes[place]) { place += 1 }
    return place
  }

  private func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash || (ascii && byte >= 0x80)
      || (escapedSlash && byte == ASCII.slash)
  }

  private func escape(_ byte: UInt8, _ buffer: inout [UInt8]) {
    func mark(_ letter: UInt8) {
      buffer.append(ASCII.backslash)
      buffer.append(letter)
    }
    switch byte {
    case ASCII.quote: mark(ASCII.quote)
    case ASCII.backslash: mark(ASCII.backslash)
    case ASCII.slash where escapedSlash: mark(ASCII.slash)
    case 0x08: mark(UInt8(ascii: "b"))
    case 0x09: mark(UInt8(ascii: "t"))
    case 0x0a: mark(UInt8(ascii: "n"))
    case 0x0c: mark(UInt8(ascii: "f"))
    case 0x0d: mark(UInt8(ascii: "r"))
    case 0..<0x20: hex(UInt16(byte), &buffer)
    default: buffer.append(byte)
    }
  }

  private func hex(_ unit: UInt16, _ buffer: inout [UInt8]) {
    buffer.append(ASCII.backslash)
    buffer.append(UInt8(ascii: "u"))
    for shift: UInt16 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
      buffer.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
