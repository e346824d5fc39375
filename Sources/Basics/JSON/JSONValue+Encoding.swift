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
