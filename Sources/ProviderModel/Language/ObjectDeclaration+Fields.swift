import Basics

extension ObjectDeclaration.Field where Value: Declared, Value.Context == Context {
  typealias Path<T> = WritableKeyPath<Value, T> & Sendable

  /// The field of an object that keeps this value as a part.
  func within<Outer: Declared>(_ path: WritableKeyPath<Outer, Value> & Sendable)
    -> ObjectDeclaration<Outer, Context>.Field where Outer.Context == Context
  {
    .init(property) { outer, reader, context in read(&outer[keyPath: path], &reader, context) }
  }

  /// Keeps the result of `read`. Without one, the value keeps its initial state.
  static func keeping<T>(
    _ path: Path<T>, _ property: Property,
    _ read: @escaping @Sendable (inout FixtureReader, Context) -> T?
  ) -> Self {
    Self(property, from: path) { value, reader, context in
      guard let new = read(&reader, context) else { return false }
      value[keyPath: path] = new
      return true
    }.skippedIfAbsent
  }

  static func keeping<T>(
    optional path: Path<T?>, _ property: Property,
    _ read: @escaping @Sendable (inout FixtureReader, Context) -> T?
  ) -> Self {
    Self(property, from: path) { value, reader, context in
      value[keyPath: path] = read(&reader, context)
      return value[keyPath: path] != nil
    }.skippedIfAbsent
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
    keeping(path, Property(name, type, meaning, or: fallback, example: example)) { reader, _ in
      reader.text(name, type)
    }
  }

  static func text(
    _ name: String, _ path: Path<String?>, type: MemberType = .text, _ meaning: String,
    or fallback: String = "", example: String
  ) -> Self {
    keeping(optional: path, Property(name, type, meaning, or: fallback, example: example)) {
      reader, _ in
      reader.text(name, type)
    }
  }

  static func flag(_ name: String, _ path: Path<Bool>, _ meaning: String) -> Self {
    let usual = Value()[keyPath: path]
    return keeping(path, Property(name, .flag, meaning, or: "\(usual)")) { reader, _ in
      reader.bool(name) == !usual ? !usual : nil
    }
  }

  static func whole(
    _ name: String, _ path: Path<Int>, in range: ClosedRange<Int>, _ meaning: String,
    example: String
  ) -> Self {
    let usual = "\(Value()[keyPath: path])"
    return keeping(
      path, Property(name, .whole(range), meaning, or: usual, example: example)
    ) { reader, _ in reader.integer(name) }
  }

  static func whole(
    _ name: String, _ path: Path<Int?>, in range: ClosedRange<Int>, _ meaning: String,
    or fallback: String = "", example: String
  ) -> Self {
    keeping(
      optional: path, Property(name, .whole(range), meaning, or: fallback, example: example)
    ) { reader, _ in reader.integer(name) }
  }

  static func milliseconds(
    _ name: String, _ path: Path<Int>, _ meaning: String, example: String
  ) -> Self {
    let usual = "\(Value()[keyPath: path])"
    return keeping(path, Property(name, .duration, meaning, or: usual, example: example)) {
      reader, _ in reader.milliseconds(name)
    }
  }

  static func choice<T: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<T?>, _ meaning: String, or fallback: String = ""
  ) -> Self where T.RawValue == String {
    keeping(optional: path, Property(name, .choice(of: T.self), meaning, or: fallback)) {
      reader, _ in reader.choice(name, as: T.self)
    }
  }

  static func choice<T: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<T>, _ meaning: String, or fallback: String? = nil
  ) -> Self where T.RawValue == String {
    let usual = fallback ?? "`\(Value()[keyPath: path].rawValue)`"
    return keeping(path, Property(name, .choice(of: T.self), meaning, or: usual)) {
      reader, _ in reader.choice(name, as: T.self)
    }
  }

  static func choices<T: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<[T]?>, _ meaning: String, example: String
  ) -> Self where T.RawValue == String {
    keeping(
      optional: path, Property(name, .list(.choice(of: T.self)), meaning, example: example)
    ) { reader, _ in reader.choices(name, as: T.self) }
  }

  static func choices<T: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<[T]>, _ meaning: String, example: String
  ) -> Self where T.RawValue == String {
    keeping(path, Property(name, .list(.choice(of: T.self)), meaning, example: example)) {
      reader, _ in reader.choices(name, as: T.self).unlessEmpty
    }
  }

  static func texts(
    _ name: String, _ path: Path<[String]>, _ meaning: String, example: String
  ) -> Self {
    keeping(path, Property(name, .list(.text), meaning, example: example)) { reader, _ in
      reader.list(name).unlessEmpty
    }
  }

  static func texts(
    _ name: String, _ path: Path<[String]?>, of type: MemberType = .text, _ meaning: String,
    or fallback: String = "", example: String
  ) -> Self {
    keeping(
      optional: path, Property(name, .list(type), meaning, or: fallback, example: example)
    ) { reader, _ in reader.list(name) }
  }

  /// One text, or a list of them.
  static func words(
    _ name: String, _ path: Path<[String]>, _ meaning: String, example: String
  ) -> Self {
    keeping(path, Property(name, .words, meaning, example: example)) { reader, _ in
      reader.strings(name).unlessEmpty
    }
  }

  /// Names, each with any JSON.
  static func values(
    _ name: String, _ path: Path<[(name: String, value: JSONValue)]>, keys: String,
    _ meaning: String, example: String
  ) -> Self {
    keeping(path, Property(name, .map(.any, keys: keys), meaning, example: example)) {
      reader, _ in Optional(reader.map(name).map { ($0.name, $0.value) }).unlessEmpty
    }
  }

  static func object<Inner: Declared>(
    _ name: String, _ path: Path<Inner?>, _ meaning: String, or fallback: String = ""
  ) -> Self where Inner.Context == Context {
    keeping(optional: path, Property(name, .declared(Inner.self), meaning, or: fallback)) {
      reader, context in reader.value(name, as: Inner.self, context)
    }
  }

  static func object<Inner: Declared>(
    _ name: String, _ path: Path<Inner>, _ meaning: String, or fallback: String = ""
  ) -> Self where Inner.Context == Context {
    keeping(path, Property(name, .declared(Inner.self), meaning, or: fallback)) {
      reader, context in reader.value(name, as: Inner.self, context)
    }
  }

  static func pattern(
    _ name: String, _ path: Path<Pattern?>, _ meaning: String, or fallback: String = "",
    example: String
  ) -> Self {
    keeping(optional: path, Property(name, .pattern, meaning, or: fallback, example: example)) {
      reader, _ in reader.pattern(name)
    }
  }
}

extension ObjectDeclaration.Field
where Value: Declared, Context == Vocabulary, Value.Context == Context {
  static func template(
    _ name: String, _ path: Path<Template?>, _ meaning: String, or fallback: String = "",
    example: String
  ) -> Self {
    keeping(optional: path, Property(name, .template, meaning, or: fallback, example: example)) {
      reader, vocabulary in reader.template(name, vocabulary)
    }
  }

  static func templates(
    _ name: String, _ path: Path<[Template]>, _ meaning: String, example: String
  ) -> Self {
    keeping(path, Property(name, .list(.template), meaning, example: example)) {
      reader, vocabulary in
      let list = reader.member(name)?.arrayValue ?? []
      return list.enumerated().compactMap {
        vocabulary.template($1, "\(reader.at(name))/\($0)", reader.findings)
      }
    }
  }

  static func predicate(
    _ name: String, _ path: Path<Predicate?>, _ meaning: String, or fallback: String,
    example: String
  ) -> Self {
    keeping(optional: path, Property(name, .predicate, meaning, or: fallback, example: example)) {
      reader, vocabulary in reader.predicate(name, vocabulary)
    }
  }
}

extension Optional where Wrapped: Collection {
  var unlessEmpty: Wrapped? { flatMap { $0.isEmpty ? nil : $0 } }
}

extension FixtureReader {
  /// A text, or the name of something else, which can't be empty.
  fileprivate mutating func text(_ name: String, _ type: MemberType) -> String? {
    let text = string(name)
    guard text?.isEmpty == true, case .name(let what) = type else { return text }
    findings.error(value[name], at(name), "expected the name of a \(what), found an empty text")
    return nil
  }
}
