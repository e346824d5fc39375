import Basics

/// Fields of casts and scenarios.
extension ObjectDeclaration.Field where Value: Declared, Value.Context == Context {
  /// The kind of a file.
  static func kind(_ kind: String) -> Self {
    Self(Property("kind", .choice([kind]), "The kind of file.", .required)) { _, reader, _ in
      reader.kind(kind)
      return true
    }
  }

  /// The version of the language.
  static var version: Self {
    let property = Property(
      "schema", .whole(1...1), "The version of the language.", or: "1", example: "1")
    return Self(property) { _, reader, _ in
      reader.schema()
      return true
    }
  }

  /// One of a few words, which the message about another word lists.
  static func word<T>(
    _ name: String, _ path: Path<T?>, among words: [String], _ meaning: String,
    or fallback: String = "", _ convert: @escaping @Sendable (String) -> T?
  ) -> Self {
    Self(
      Property(name, .choice(words), meaning, or: fallback), from: path
    ) { value, reader, _ in
      guard let text = reader.string(name) else { return false }
      guard words.contains(text) else {
        reader.findings.error(
          reader.value[name], reader.at(name),
          "expected \(words.joined(separator: " or ")), found \"\(text)\""
            + Suggestion.question(for: text, among: words))
        return true
      }
      value[keyPath: path] = convert(text)
      return true
    }
  }

  /// A text; `null` counts as absent.
  static func textOrNull(
    _ name: String, _ path: Path<String?>, noun: String = "a string", _ meaning: String,
    or fallback: String, example: String
  ) -> Self {
    Self(
      Property(name, .either([.text, .null]), meaning, or: fallback, example: example), from: path
    ) { value, reader, _ in
      guard let member = reader.member(name), !member.isNull else { return false }
      value[keyPath: path] = member.stringValue
      if member.stringValue == nil {
        reader.findings.error(
          member, reader.at(name), "expected \(noun) or null, found \(member.found)")
      }
      return true
    }
  }

  /// Required JSON that is read later.
  static func json(
    _ name: String, _ path: Path<JSONValue>, _ type: MemberType, _ meaning: String,
    example: String = ""
  ) -> Self {
    Self(
      Property(name, type, meaning, example: example, .required), from: path
    ) { value, reader, _ in
      guard let member = reader.member(name, required: true) else { return false }
      value[keyPath: path] = member
      return true
    }
  }
}

extension JSONValue {
  /// The JSON of a member of a declared value; `nil` if it is absent, or no JSON.
  init?(member: Any) {
    switch member {
    case let json as JSONValue: self = json
    case let text as String: self.init(.string(text))
    case let flag as Bool: self.init(.bool(flag))
    case let number as Int: self.init(.number(String(number)))
    case let texts as [String]: self.init(.array(texts.map { JSONValue(.string($0)) }))
    case let word as any RawRepresentable:
      guard let text = word.rawValue as? String else { return nil }
      self.init(.string(text))
    default: return nil
    }
  }
}
