import Encodings
import JSON

/// A JSON value with templates in it: a body, the parameters of a redirect, a lifetime.
public indirect enum Shape: Sendable {
  case literal(JSONValue)
  case text(Template)
  case array([Shape])
  case object([(name: String, shape: Shape)])
  case when(Predicate, Shape, Shape?)
  /// One value for each element of a list that passes; the element is `item`.
  case each(Template, Predicate?, Shape)
  /// The elements of several lists, one after the other.
  case joined([Shape])
  /// The members of several objects, one after the other.
  case merged([Shape])
  /// The base64url of the JSON text.
  case encoded(Shape)

  public static let query = Shape.literal("query")
  public static let empty = Shape.object([])
}

extension Context {
  /// No list in an answer grows beyond this, whatever a client sends.
  private static let mostElements = 10_000

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
    case .each(let list, let filter, let body): return each(list, filter, body)
    case .joined(let shapes):
      let elements = shapes.flatMap { value($0)?.arrayValue ?? [] }
      return JSONValue(.array(Array(elements.prefix(Self.mostElements))))
    case .merged(let shapes):
      var object = JSONObject()
      for shape in shapes {
        for member in value(shape)?.objectValue ?? JSONObject() {
          object[member.name] = member.value
        }
      }
      return JSONValue(.object(object))
    case .encoded(let inner):
      guard let value = value(inner) else { return nil }
      return JSONValue(.string(Base64URL.encode(Array((value.stringValue ?? value.text()).utf8))))
    }
  }

  private mutating func each(_ list: Template, _ filter: Predicate?, _ body: Shape) -> JSONValue {
    let outer = roots["item"]
    defer { roots["item"] = outer }
    var result: [JSONValue] = []
    let elements = list.single.flatMap { value(of: $0) }?.arrayValue ?? []
    for element in elements.prefix(Self.mostElements) {
      roots["item"] = element
      if let filter, !holds(filter) { continue }
      if let value = value(body) { result.append(value) }
    }
    return JSONValue(.array(result))
  }

  /// The members of an object shape as texts, in order.
  public mutating func parameters(_ shape: Shape) -> [(name: String, value: String)] {
    (value(shape)?.objectValue ?? JSONObject()).map { ($0.name, Filters.text($0.value)) }
  }
}
