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

  mutating func quote(_ text: String) { style.quote(text, into: &bytes) }

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

extension JSONValue {
  /// The value as UTF-8 JSON text (RFC 8259), members in order, numbers as they were written.
  package func encoded(_ style: JSONStyle = .compact) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.write(self)
    return writer.bytes
  }

  /// The same as `encoded`, as a string.
  package func text(_ style: JSONStyle = .compact) -> String {
    String(decoding: encoded(style), as: UTF8.self)
  }
}
