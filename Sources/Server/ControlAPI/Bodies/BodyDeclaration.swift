import Basics
import ProviderModel

/// The only declaration of an object of the control API.
///
/// Requests are decoded from it and responses are written from it. OpenAPI describes both with it.
struct BodyDeclaration<Value>: Sendable {
  struct Member: Sendable {
    typealias Path<T> = WritableKeyPath<Value, T> & Sendable

    let name: String
    let schema: JSONValue
    let meaning: String
    var isRequired = false
    /// Fills the value.
    var read: @Sendable (inout Value, inout FixtureReader) -> Void = { _, _ in }
    /// Returns the member of the value; `nil` if it is absent.
    var write: @Sendable (Value) -> JSONValue? = { _ in nil }
  }

  let members: [Member]
  /// Keywords that the schema has in addition.
  let keywords: [String: JSONValue]

  init(_ members: [Member], keywords: [String: JSONValue] = [:]) {
    self.members = members
    self.keywords = keywords
  }

  /// The members with their schemas.
  var schemas: [(String, JSONValue)] {
    members.map { Schemas.member($0.name, $0.schema, $0.meaning) }
  }
  var required: [String] { members.filter(\.isRequired).map(\.name) }

  /// The JSON Schema of the object.
  var schema: JSONValue {
    let schema = Schemas.object(schemas, required: required)
    return keywords.reduce(schema) { Schemas.adding($1.key, $1.value, to: $0) }
  }

  /// The members of a value that is shown.
  func object(_ value: Value) -> JSONObject {
    var object = JSONObject()
    for member in members { object[member.name] = member.write(value) }
    return object
  }

  func write(_ value: Value) -> JSONValue { JSONValue(.object(object(value))) }

  /// Reads an object to its end.
  func read(_ reader: inout FixtureReader, into value: inout Value) {
    for member in members { member.read(&value, &reader) }
    reader.finish()
  }
}

/// A request body that is declared.
protocol RequestBody: Sendable {
  /// Creates the value that an empty object describes.
  init()
  static var declaration: BodyDeclaration<Self> { get }
}

/// The type of a member.
protocol BodyValue: Sendable {
  static var schema: JSONValue { get }
  static var isOptional: Bool { get }
  var json: JSONValue? { get }
  static func read(_ name: String, required: Bool, _ reader: inout FixtureReader) -> Self?
}

extension BodyValue {
  static var isOptional: Bool { false }
}

extension BodyDeclaration.Member {
  /// A member of a request. Without it, the value keeps its initial state.
  static func input<T: BodyValue>(
    _ name: String, _ path: Path<T>, as schema: JSONValue = T.schema, required: Bool = false,
    _ meaning: String
  ) -> Self {
    Self(
      name: name, schema: schema, meaning: meaning, isRequired: required,
      read: { value, reader in
        if let new = T.read(name, required: required, &reader) { value[keyPath: path] = new }
      }, write: { $0[keyPath: path].json })
  }

  /// A member of a response. It is required, unless it may be `nil`.
  static func output<T: BodyValue>(
    _ name: String, as schema: JSONValue = T.schema, _ meaning: String,
    _ value: @escaping @Sendable (Value) -> T
  ) -> Self {
    Self(
      name: name, schema: schema, meaning: meaning, isRequired: !T.isOptional,
      write: { value($0).json })
  }

  /// The same member with a further check, which reports what is wrong with the value.
  func checked(_ check: @escaping @Sendable (Value, FixtureReader) -> Void) -> Self {
    var member = self
    let read = read
    member.read = { value, reader in
      read(&value, &reader)
      check(value, reader)
    }
    return member
  }

  /// Seconds, as a number or as an ISO 8601 duration.
  static func seconds(_ name: String, _ path: Path<Int?>, _ meaning: String) -> Self {
    Self(
      name: name, schema: Schemas.span, meaning: meaning,
      read: { value, reader in
        guard let member = reader.member(name) else { return }
        let seconds =
          member.integerValue
          ?? member.stringValue.flatMap { Duration8601.milliseconds($0) }.map {
            ($0 + 999) / 1_000
          }
        if let seconds, (0...ClockChange.century).contains(seconds) {
          value[keyPath: path] = seconds
        } else {
          reader.findings.error(
            nil, reader.at(name),
            "expected seconds or a duration such as PT1H, up to a century, found \(member.shown)"
              + Duration8601.hint(for: member.stringValue))
        }
      })
  }

  /// An instant, as text or as seconds since 1970.
  static func instant(_ name: String, _ path: Path<Int?>, _ meaning: String) -> Self {
    Self(
      name: name,
      schema: [
        "anyOf": [
          Schemas.instant, ["type": "integer", "minimum": 0, "maximum": 253_402_300_799],
        ]
      ], meaning: meaning,
      read: { value, reader in
        guard let member = reader.member(name) else { return }
        let seconds = member.integerValue ?? member.stringValue.flatMap { Dates.seconds($0) }
        if let seconds, (0...Dates.last).contains(seconds) {
          value[keyPath: path] = seconds
        } else {
          reader.findings.error(
            nil, reader.at(name),
            "expected an instant such as 2030-01-01T00:00:00Z, or seconds since 1970, found \(member.shown)"
          )
        }
      })
  }
}

// MARK: Types of members

extension String: BodyValue {
  static var schema: JSONValue { Schemas.text }
  var json: JSONValue? { JSONValue(.string(self)) }
  static func read(_ name: String, required: Bool, _ reader: inout FixtureReader) -> String? {
    reader.string(name, required: required)
  }
}

extension Int: BodyValue {
  static var schema: JSONValue { Schemas.number }
  var json: JSONValue? { JSONValue(.number(String(self))) }
  static func read(_ name: String, required: Bool, _ reader: inout FixtureReader) -> Int? {
    reader.integer(name)
  }
}

extension Bool: BodyValue {
  static var schema: JSONValue { Schemas.flag }
  var json: JSONValue? { JSONValue(.bool(self)) }
  static func read(_ name: String, required: Bool, _ reader: inout FixtureReader) -> Bool? {
    reader.bool(name, required: required)
  }
}

extension [String]: BodyValue {
  static var schema: JSONValue { Schemas.texts }
  var json: JSONValue? { JSONValue(.array(map { JSONValue(.string($0)) })) }
  static func read(_ name: String, required: Bool, _ reader: inout FixtureReader) -> [String]? {
    reader.list(name)
  }
}

/// JSON that another declaration describes.
extension JSONValue: BodyValue {
  static var schema: JSONValue { Schemas.anything }
  var json: JSONValue? { self }
  static func read(_ name: String, required: Bool, _ reader: inout FixtureReader) -> JSONValue? {
    reader.member(name, required: required)
  }
}

/// Seconds since 1970, which are shown as a date.
struct Instant: BodyValue {
  let seconds: Int
  init(_ seconds: Int) { self.seconds = seconds }

  static var schema: JSONValue { Schemas.instant }
  var json: JSONValue? { JSONValue(.string(Dates.text(seconds))) }
  static func read(_ name: String, required: Bool, _ reader: inout FixtureReader) -> Instant? {
    nil
  }
}

extension Optional: BodyValue where Wrapped: BodyValue {
  static var schema: JSONValue { Wrapped.schema }
  static var isOptional: Bool { true }
  var json: JSONValue? { flatMap(\.json) }
  static func read(_ name: String, required: Bool, _ reader: inout FixtureReader) -> Self? {
    Wrapped.read(name, required: required, &reader).map { .some($0) }
  }
}
