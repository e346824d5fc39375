import Basics

extension ObjectDeclaration.Field {
  typealias Path<T> = WritableKeyPath<Value, T> & Sendable

  /// The field of an object that keeps this value as a part.
  func within<Outer: Declared>(_ path: WritableKeyPath<Outer, Value> & Sendable)
    -> ObjectDeclaration<
      Outer
    >.Field where Outer.Context == Value.Context
  {
    .init(property) { outer, reader, context in read(&outer[keyPath: path], &reader, context) }
  }

  /// A text that the value does not keep.
  static func ignored(_ name: String, _ meaning: String, example: String) -> Self {
    Self(Property(name, .text, meaning, example: example)) { _, reader, _ in
      reader.string(name) != nil
    }
  }

  static func text(
    _ name: String, _ path: Path<String>, type: MemberType = .text, _ meaning: String,
    or fallback: String = "", example: String
  ) -> Self {
    Self(Property(name, type, meaning, or: fallback, example: example)) { value, reader, _ in
      guard let text = reader.string(name) else { return false }
      value[keyPath: path] = text
      return true
    }
  }

  static func text(
    _ name: String, _ path: Path<String?>, type: MemberType = .text, _ meaning: String,
    example: String
  ) -> Self {
    Self(Property(name, type, meaning, example: example)) { value, reader, _ in
      value[keyPath: path] = reader.string(name)
      return value[keyPath: path] != nil
    }
  }

  static func flag(_ name: String, _ path: Path<Bool>, _ meaning: String) -> Self {
    let usual = Value()[keyPath: path]
    return Self(Property(name, .flag, meaning, or: "\(usual)")) { value, reader, _ in
      value[keyPath: path] = reader.bool(name) ?? usual
      return value[keyPath: path] != usual
    }
  }

  static func whole(
    _ name: String, _ path: Path<Int>, in range: ClosedRange<Int>, _ meaning: String,
    example: String
  ) -> Self {
    let usual = Value()[keyPath: path]
    return Self(Property(name, .whole(range), meaning, or: "\(usual)", example: example)) {
      value, reader, _ in
      guard let number = reader.integer(name) else { return false }
      value[keyPath: path] = number
      return true
    }
  }

  static func whole(
    _ name: String, _ path: Path<Int?>, in range: ClosedRange<Int>, _ meaning: String,
    or fallback: String = "", example: String
  ) -> Self {
    Self(Property(name, .whole(range), meaning, or: fallback, example: example)) {
      value, reader, _ in
      value[keyPath: path] = reader.integer(name)
      return value[keyPath: path] != nil
    }
  }

  static func milliseconds(
    _ name: String, _ path: Path<Int>, _ meaning: String, example: String
  ) -> Self {
    let usual = Value()[keyPath: path]
    return Self(Property(name, .duration, meaning, or: "\(usual)", example: example)) {
      value, reader, _ in
      guard let milliseconds = reader.milliseconds(name) else { return false }
      value[keyPath: path] = milliseconds
      return true
    }
  }

  static func choice<T: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<T?>, _ meaning: String, or fallback: String = ""
  ) -> Self where T.RawValue == String {
    Self(Property(name, .choice(of: T.self), meaning, or: fallback)) { value, reader, _ in
      value[keyPath: path] = reader.choice(name, as: T.self)
      return value[keyPath: path] != nil
    }
  }

  static func choice<T: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<T>, _ meaning: String
  ) -> Self where T.RawValue == String {
    let usual = Value()[keyPath: path]
    return Self(Property(name, .choice(of: T.self), meaning, or: "`\(usual.rawValue)`")) {
      value, reader, _ in
      guard let choice = reader.choice(name, as: T.self) else { return false }
      value[keyPath: path] = choice
      return true
    }
  }

  static func choices<T: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<[T]?>, _ meaning: String, example: String
  ) -> Self where T.RawValue == String {
    Self(Property(name, .list(.choice(of: T.self)), meaning, example: example)) {
      value, reader, _ in
      value[keyPath: path] = reader.choices(name, as: T.self)
      return value[keyPath: path] != nil
    }
  }

  static func choices<T: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<[T]>, _ meaning: String, example: String
  ) -> Self where T.RawValue == String {
    Self(Property(name, .list(.choice(of: T.self)), meaning, example: example)) {
      value, reader, _ in
      value[keyPath: path] = reader.choices(name, as: T.self) ?? []
      return !value[keyPath: path].isEmpty
    }
  }

  static func texts(
    _ name: String, _ path: Path<[String]>, _ meaning: String, example: String
  ) -> Self {
    Self(Property(name, .list(.text), meaning, example: example)) { value, reader, _ in
      value[keyPath: path] = reader.list(name) ?? []
      return !value[keyPath: path].isEmpty
    }
  }

  /// One text, or a list of them.
  static func words(
    _ name: String, _ path: Path<[String]>, _ meaning: String, example: String
  ) -> Self {
    Self(Property(name, .words, meaning, example: example)) { value, reader, _ in
      value[keyPath: path] = reader.strings(name) ?? []
      return !value[keyPath: path].isEmpty
    }
  }

  static func texts(
    _ name: String, _ path: Path<[String]?>, _ meaning: String, or fallback: String = "",
    example: String
  ) -> Self {
    Self(Property(name, .list(.text), meaning, or: fallback, example: example)) {
      value, reader, _ in
      value[keyPath: path] = reader.list(name)
      return value[keyPath: path] != nil
    }
  }

  /// Names with any JSON behind each.
  static func values(
    _ name: String, _ path: Path<[(name: String, value: JSONValue)]>, keys: String,
    _ meaning: String, example: String
  ) -> Self {
    Self(Property(name, .map(.any, keys: keys), meaning, example: example)) { value, reader, _ in
      value[keyPath: path] = reader.map(name).map { ($0.name, $0.value) }
      return !value[keyPath: path].isEmpty
    }
  }

  static func object<Inner: Declared>(
    _ name: String, _ path: Path<Inner?>, _ meaning: String
  ) -> Self where Inner.Context == Value.Context {
    Self(Property(name, .object(Inner.declaration.schema), meaning)) { value, reader, context in
      guard var inner = reader.object(name) else { return false }
      value[keyPath: path] = Inner.declaration.read(&inner, context)
      return true
    }
  }

  static func object<Inner: Declared>(
    _ name: String, _ path: Path<Inner>, _ meaning: String, or fallback: String
  ) -> Self where Inner.Context == Value.Context {
    Self(Property(name, .object(Inner.declaration.schema), meaning, or: fallback)) {
      value, reader, context in
      guard var inner = reader.object(name) else { return false }
      value[keyPath: path] = Inner.declaration.read(&inner, context)
      return true
    }
  }
}

extension ObjectDeclaration.Field where Value.Context == Vocabulary {
  static func pattern(
    _ name: String, _ path: Path<Pattern?>, _ meaning: String, or fallback: String = "",
    example: String
  ) -> Self {
    Self(Property(name, .pattern, meaning, or: fallback, example: example)) { value, reader, _ in
      value[keyPath: path] = reader.pattern(name)
      return value[keyPath: path] != nil
    }
  }

  static func template(
    _ name: String, _ path: Path<Template?>, _ meaning: String, example: String
  ) -> Self {
    Self(Property(name, .template, meaning, example: example)) { value, reader, vocabulary in
      value[keyPath: path] = reader.template(name, vocabulary)
      return value[keyPath: path] != nil
    }
  }

  static func templates(
    _ name: String, _ path: Path<[Template]>, _ meaning: String, example: String
  ) -> Self {
    Self(Property(name, .list(.template), meaning, example: example)) { value, reader, vocabulary in
      let list = reader.member(name)?.arrayValue ?? []
      value[keyPath: path] = list.enumerated().compactMap {
        vocabulary.template($1, "\(reader.at(name))/\($0)", reader.findings)
      }
      return !list.isEmpty
    }
  }

  static func predicate(
    _ name: String, _ path: Path<Predicate?>, _ meaning: String, or fallback: String,
    example: String
  ) -> Self {
    Self(Property(name, .predicate, meaning, or: fallback, example: example)) {
      value, reader, vocabulary in
      value[keyPath: path] = reader.predicate(name, vocabulary)
      return value[keyPath: path] != nil
    }
  }
}
