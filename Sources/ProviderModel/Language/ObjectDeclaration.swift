import Basics

/// A value that the fixture language declares: its properties, and how each of them fills the value.
protocol Declared: Sendable {
  /// The knowledge that an object needs beyond its own text, such as the providers that a rule may name.
  associatedtype Context

  /// Creates the value that an empty object describes.
  init()
  /// Creates the value that an empty object of this name describes.
  init(named name: String)
  static var declaration: ObjectDeclaration<Self, Context> { get }
  /// Reports mistakes that involve several properties.
  mutating func check(_ reader: FixtureReader, _ context: Context)
}

extension Declared {
  init(named name: String) { self.init() }
  mutating func check(_ reader: FixtureReader, _ context: Context) {}
}

/// The only declaration of an object.
///
/// Readers decode the object from it. The reference in `docs`, the JSON Schemas and OpenAPI are written from its `schema`.
/// To add a property, add a field here and the member of `Value` that it fills.
///
/// `Value` is `Declared`, and `Context` is its context. Only the extensions require that: the runtime looks up what a
/// generic type itself requires among all conformances of the program, at the start of each program and for each `Value`.
struct ObjectDeclaration<Value: Sendable, Context>: Sendable {
  typealias Path<T> = WritableKeyPath<Value, T> & Sendable

  struct Field: Sendable {
    let property: Property
    /// Fills the value. Returns whether the property is present and says something: `false` and `[]` may not.
    let read: @Sendable (inout Value, inout FixtureReader, Context) -> Bool
    /// Returns the property of the value; `nil` if it is absent, or if the field can only be read.
    let write: @Sendable (Value) -> JSONValue?
    /// Whether a new value stays as it is without the property. Most properties of most objects are absent, and to look
    /// for one takes a hundredth of the time that reading takes.
    private(set) var isSkippedIfAbsent = false

    /// The same field, which need not be read where the property is absent.
    var skippedIfAbsent: Self {
      var field = self
      field.isSkippedIfAbsent = true
      return field
    }

    init(
      _ property: Property, write: @escaping @Sendable (Value) -> JSONValue?,
      read: @escaping @Sendable (inout Value, inout FixtureReader, Context) -> Bool
    ) {
      self.property = property
      self.write = write
      self.read = read
    }

    init(
      _ property: Property,
      _ read: @escaping @Sendable (inout Value, inout FixtureReader, Context) -> Bool
    ) {
      self.init(property, write: { _ in nil }, read: read)
    }

    /// A field that is written from a member of the value.
    init<T>(
      _ property: Property, from path: KeyPath<Value, T> & Sendable,
      _ read: @escaping @Sendable (inout Value, inout FixtureReader, Context) -> Bool
    ) {
      let write: @Sendable (Value) -> JSONValue? = { JSONValue(member: $0[keyPath: path] as Any) }
      self.init(property, write: write, read: read)
    }
  }

  let schema: ObjectSchema
  let fields: [Field]

  /// - Parameters:
  ///   - nothing: The start of the message about an object in which no property says anything; `nil` allows it.
  ///   - instead: Objects that may replace this one.
  ///   - others: The type of all other members; `nil` if no other member may appear.
  init(
    _ name: String, _ meaning: String, _ fields: [Field], nothing: String? = nil,
    conflicts: [ObjectSchema.Conflict] = [], instead: [ObjectSchema] = [],
    others: MemberType? = nil
  ) {
    self.fields = fields
    schema = ObjectSchema(
      name, meaning, fields.map(\.property), others: others, instead: instead, nothing: nothing,
      conflicts: conflicts)
  }

}

extension ObjectDeclaration where Value: Declared, Value.Context == Context {
  /// Reads an object to its end.
  /// - Parameters:
  ///   - initial: The value that the object's properties change; `nil` for a new one.
  ///   - name: The name of a new one.
  func read(
    _ reader: inout FixtureReader, _ context: Context, from initial: Value? = nil,
    named name: String? = nil
  ) -> Value {
    readAll(&reader, context, from: initial, named: name).value
  }

  /// Reads an object to its end; `nil` if it lacks a required property.
  func readWhole(
    _ reader: inout FixtureReader, _ context: Context, named name: String? = nil
  ) -> Value? {
    let (value, present) = readAll(&reader, context, from: nil, named: name)
    let isWhole = schema.members.allSatisfy { property in
      if case .required = property.need { present.contains(property.name) } else { true }
    }
    return isWhole ? value : nil
  }

  private func readAll(
    _ reader: inout FixtureReader, _ context: Context, from initial: Value?,
    named name: String?
  ) -> (value: Value, present: Set<String>) {
    let findings = reader.findings
    let before = findings.list.count
    var value = initial ?? name.map { Value(named: $0) } ?? Value()
    // An audit wants to know what is asked for.
    let skips = initial == nil && findings.audit == nil
    var present: Set<String> = []
    for field in fields {
      if skips, field.isSkippedIfAbsent, reader.object[field.property.name] == nil { continue }
      if field.read(&value, &reader, context) { present.insert(field.property.name) }
    }
    if schema.others == nil { reader.finish() }
    for conflict in schema.conflicts where conflict.holds(present) {
      findings.error(reader.value, reader.pointer, conflict.sentence)
    }
    // Of a value that is no object, that has been reported, and it is all that is wrong.
    if reader.value.objectValue != nil { value.check(reader, context) }
    if let nothing = schema.nothing, present.isEmpty, findings.list.count == before,
      reader.value.objectValue != nil
    {
      let known = schema.members.map(\.name).sorted().joined(separator: ", ")
      findings.error(
        reader.value, reader.pointer, "\(nothing)expected at least one of: \(known)")
    }
    return (value, present)
  }

  /// Reads a whole object.
  func read(
    _ json: JSONValue, _ pointer: String, _ findings: Diagnostics, _ context: Context,
    from initial: Value? = nil
  ) -> Value {
    var reader = FixtureReader(json, schema, pointer, findings)
    return read(&reader, context, from: initial)
  }

  /// Whether an object has every required text.
  func hasRequiredTexts(_ json: JSONValue) -> Bool {
    schema.members.allSatisfy { member in
      guard case .required = member.need else { return true }
      return json[member.name]?.stringValue != nil
    }
  }

  /// Writes a value as the object that describes it.
  func write(_ value: Value) -> JSONObject {
    var object = JSONObject()
    for field in fields { object[field.property.name] = field.write(value) }
    return object
  }
}

/// A part of a provider that the fixture language declares.
protocol ProviderPart: Declared where Context == Vocabulary {}

extension ProviderPart {
  typealias Declaration = ObjectDeclaration<Self, Vocabulary>
}

extension MemberType {
  static func declared<T: Declared>(_ type: T.Type) -> MemberType {
    .object(T.declaration.schema)
  }
}

extension FixtureReader {
  /// Reads a declared object; `nil` if it is absent.
  mutating func value<T: Declared>(_ name: String, as type: T.Type, _ context: T.Context) -> T? {
    guard var inner = object(name) else { return nil }
    return T.declaration.read(&inner, context)
  }
}
