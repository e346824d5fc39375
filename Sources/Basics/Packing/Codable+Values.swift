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
    let packer = try Packer.behind(encoder)
    packer.count(wrappedValue.count)
    for (name, value) in wrappedValue {
      packer.write(name)
      packer.write(value)
    }
  }
  package init(from decoder: any Decoder) throws {
    let unpacker = try Unpacker.behind(decoder)
    wrappedValue = try (0..<(try unpacker.count())).map { _ in
      (try unpacker.read(String.self), try unpacker.read(String.self))
    }
  }
}
