/// Writes a tree as bytes in one style.
struct JSONWriter {
  let style: JSONStyle
  private(set) var bytes: [UInt8] = []
  private var level = 0

  init(style: JSONStyle) {
    self.style = style
  }

  mutating func write(_ value: JSONValue) {
    switch value.content {
    case .null: write("null")
    case .bool(let flag): write(flag ? "true" : "false")
    case .number(let text): write(text)
    case .string(let text): quote(text)
    case .array(let elements):
      list(elements, between: (ASCII.openBracket, ASCII.closeBracket)) { writer, element in
        writer.write(element)
      }
    case .object(let object):
      list(object, between: (ASCII.openBrace, ASCII.closeBrace)) { writer, member in
        writer.quote(member.name)
        writer.bytes.append(ASCII.colon)
        if writer.style.space { writer.bytes.append(ASCII.space) }
        writer.write(member.value)
      }
    }
  }

  /// A string (RFC 8259 §7). What need not be escaped is not, unless the style says so.
  mutating func quote(_ text: String) {
    bytes.append(ASCII.quote)
    if style.ascii {
      // UTF-16 has the surrogate pairs that `\u` escapes are made of.
      for unit in text.utf16 {
        if let byte = UInt8(exactly: unit), byte < 0x80 { escape(byte) } else { hex(unit) }
      }
    } else {
      for byte in text.utf8 { escape(byte) }
    }
    bytes.append(ASCII.quote)
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case ASCII.quote: write("\\\"")
    case ASCII.backslash: write("\\\\")
    case ASCII.slash where style.escapedSlash: write("\\/")
    case 0x08: write("\\b")
    case 0x09: write("\\t")
    case 0x0a: write("\\n")
    case 0x0c: write("\\f")
    case 0x0d: write("\\r")
    case 0..<0x20: hex(UInt16(byte))
    default: bytes.append(byte)
    }
  }

  private mutating func hex(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    write("\\u")
    write(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))
    write(digits)
  }

  private mutating func list<Items: Collection>(
    _ items: Items, between ends: (UInt8, UInt8), _ item: (inout JSONWriter, Items.Element) -> Void
  ) {
    bytes.append(ends.0)
    level += 1
    var isFirst = true
    for each in items {
      if !isFirst {
        bytes.append(ASCII.comma)
        if style.space, style.indent == nil { bytes.append(ASCII.space) }
      }
      isFirst = false
      breakLine()
      item(&self, each)
    }
    level -= 1
    if !isFirst { breakLine() }
    bytes.append(ends.1)
  }

  private mutating func breakLine() {
    guard let indent = style.indent else { return }
    bytes.append(ASCII.lineFeed)
    bytes.append(contentsOf: repeatElement(ASCII.space, count: level * max(0, indent)))
  }

  private mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
