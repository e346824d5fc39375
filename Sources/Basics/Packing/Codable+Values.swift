/// JSON in a snapshot is text.
extension JSONValue: Codable {
  package func encode(to encoder: any Encoder) throws { try text().encode(to: encoder) }
  package init(from decoder: any Decoder) throws {
    self = try JSONReader().read(Array(try String(from: decoder).utf8), file: "snapshot").root
  }
}

extension JSONObject: Codable {
  package func encode(to encoder: any Encoder) throws {
    try JSONValue(.object(self)).encode(to: encoder)
  }
  package init(from decoder: any Decoder) throws {
    guard let object = try JSONValue(from: decoder).objectValue else {
      throw PackingError("expected a JSON object")
    }
    self = object
  }
}

/// Texts with names, in order: a list of pairs that can be packed.
@propertyWrapper
package struct NamedTexts: Codable, Sendable {
  package var wrappedValue: [(name: String, value: String)]
  package init(wrappedValue: [(name: String, value: String)]) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws {
    try wrappedValue.flatMap { [$0.name, $0.value] }.encode(packed: encoder)
  }
  package init(from decoder: any Decoder) throws {
    let texts = try [String](packed: decoder)
    wrappedValue = stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }
  }
}

extension Array where Element: Codable {
  fileprivate func encode(packed encoder: any Encoder) throws {
    try Packer.behind(encoder).write(self)
  }
  fileprivate init(packed decoder: any Decoder) throws {
    self = try Unpacker.behind(decoder).read([Element].self)
  }
}
