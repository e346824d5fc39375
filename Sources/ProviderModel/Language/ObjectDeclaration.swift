import Basics

/// A value that the fixture language declares: its properties, and how each of them fills the value.
protocol Declared: Sendable {
  /// The knowledge that an object needs beyond its own text, such as the providers that a rule may name.
  associatedtype Context

  /// Creates the value that an empty object describes.
  init()
  static var declaration: ObjectDeclaration<Self> { get }
  /// Reports mistakes that involve several properties.
  mutating func check(_ reader: FixtureReader, _ context: Context)
}

extension Declared {
  mutating func check(_ reader: FixtureReader, _ context: Context) {}
}

/// The only declaration of an object.
///
/// Readers decode the object from it. The reference in `docs`, the JSON Schemas and OpenAPI are written from its `schema`.
/// To add a property, add a field here and the member of `Value` that it fills.
struct ObjectDeclaration<Value: Declared>: Sendable {
  typealias Path<T> = WritableKeyPath<Value, T> & Sendable

  struct Field: Sendable {
    let property: Property
    /// Fills the value. Returns whether the property is present and says something: `false` and `[]` may not.
    let read: @Sendable (inout Value, inout FixtureReader, Value.Context) -> Bool

    init(
      _ property: Property,
      _ read: @escaping @Sendable (inout Value, inout FixtureReader, Value.Context) -> Bool
    ) {
      self.property = property
      self.read = read
    }
  }

  let schema: ObjectSchema
  let fields: [Field]

  /// - Parameters:
  ///   - nothing: The start of the message about an object in which no property says anything; `nil` allows it.
  ///   - instead: Objects that may replace this one.
  init(
    _ name: String, _ meaning: String, _ fields: [Field], nothing: String? = nil,
    conflicts: [ObjectSchema.Conflict] = [], instead: [ObjectSchema] = []
  ) {
    self.fields = fields
    schema = ObjectSchema(
      name, meaning, fields.map(\.property), instead: instead, nothing: nothing,
      conflicts: conflicts)
  }

  /// Reads an object to its end.
  /// - Parameter initial: The value that the object's properties change.
  func read(
    _ reader: inout FixtureReader, _ context: Value.Context, from initial: Value = Value()
  ) -> Value {
    let findings = reader.findings
    let before = findings.list.count
    var value = initial
    var present: Set<String> = []
    for field in fields where field.read(&value, &reader, context) {
      present.insert(field.property.name)
    }
    reader.finish()
    for conflict in schema.conflicts where conflict.holds(present) {
      findings.error(reader.value, reader.pointer, conflict.sentence)
    }
    value.check(reader, context)
    if let nothing = schema.nothing, present.isEmpty, findings.list.count == before {
      let known = schema.members.map(\.name).sorted().joined(separator: ", ")
      findings.error(
        reader.value, reader.pointer, "\(nothing)expected at least one of: \(known)")
    }
    return value
  }
}

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
