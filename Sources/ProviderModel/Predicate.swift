import JSON

/// A condition that a fixture states about a request: closed, total, without side effects.
public indirect enum Predicate: Sendable {
  case has([String])
  case equal(Template, Template)
  /// The text is one of a list: a literal array, or a template that yields one.
  case member(Template, [Template])
  case matches(Template, Pattern)
  case all([Predicate])
  case any([Predicate])
  case not(Predicate)
  case constant(Bool)
}

extension Context {
  public mutating func holds(_ predicate: Predicate) -> Bool {
    switch predicate {
    case .constant(let value): return value
    case .has(let path): return !Self.isEmpty(value(at: path))
    case .equal(let a, let b): return (text(a) ?? "") == (text(b) ?? "")
    case .member(let needle, let list):
      let text = text(needle) ?? ""
      return list.contains { entry in
        if let expression = entry.single, let array = value(of: expression)?.arrayValue {
          return array.contains { Filters.text($0) == text }
        }
        return self.text(entry) == text
      }
    case .matches(let template, let pattern): return pattern.matches(text(template) ?? "")
    case .all(let predicates): return predicates.allSatisfy { holds($0) }
    case .any(let predicates): return predicates.contains { holds($0) }
    case .not(let predicate): return !holds(predicate)
    }
  }
}

/// A JSON value with templates in it: a body, the parameters of a redirect, a lifetime.
public indirect enum Shape: Sendable {
  case literal(JSONValue)
  case text(Template)
  case array([Shape])
  case object([(name: String, shape: Shape)])
  case when(Predicate, Shape, Shape?)

  public static let query = Shape.literal("query")
  public static let empty = Shape.object([])
}

extension Context {
  /// The value of a shape; `nil` drops the member that holds it.
  public mutating func value(_ shape: Shape) -> JSONValue? {
    switch shape {
    case .literal(let value): return value
    case .text(let template):
      guard let expression = template.single else {
        return text(template).map { JSONValue(.string($0)) }
      }
      let value = value(of: expression)
      if expression.optional, Self.isEmpty(value) { return nil }
      return value ?? JSONValue(.string(""))
    case .array(let shapes): return JSONValue(.array(shapes.compactMap { value($0) }))
    case .object(let members):
      var object = JSONObject()
      for member in members { object[member.name] = value(member.shape) }
      return JSONValue(.object(object))
    case .when(let predicate, let then, let otherwise):
      if holds(predicate) { return value(then) }
      return otherwise.flatMap { value($0) }
    }
  }

  /// The members of an object shape as texts, in order.
  public mutating func parameters(_ shape: Shape) -> [(name: String, value: String)] {
    (value(shape)?.objectValue ?? JSONObject()).map { ($0.name, Filters.text($0.value)) }
  }
}
