import Basics

/// Writes the JSON Schema (2020-12) of a declared type, for the schema files and for OpenAPI.
package struct TypeSchema: Sendable {
  /// Whether `null` takes a member away, as in a provider that extends another.
  let hasNulls: Bool
  /// Writes an object, a template, a predicate, a value or a patch: in place, or as a reference.
  let definition: @Sendable (MemberType) -> JSONObject

  package init(hasNulls: Bool = false, definition: @escaping @Sendable (MemberType) -> JSONObject) {
    self.hasNulls = hasNulls
    self.definition = definition
  }

  package func schema(_ type: MemberType, orNull: Bool = false) -> JSONObject {
    var schema = JSONObject()
    func set(_ names: String...) { schema["type"] = Self.type(names, orNull: orNull) }
    switch type {
    case .text, .name, .pattern: set("string")
    case .matching(let pattern):
      set("string")
      schema["pattern"] = JSONValue(.string(pattern))
    case .flag: set("boolean")
    case .whole(let range):
      set("integer")
      schema["minimum"] = JSONValue(.number(String(range.lowerBound)))
      schema["maximum"] = JSONValue(.number(String(range.upperBound)))
    case .choice(let words):
      let words = words.map { JSONValue(.string($0)) }
      schema["enum"] = JSONValue(.array(words + (orNull ? [.null] : [])))
    case .words:
      set("string", "array")
      schema["items"] = ["type": "string"]
    case .fields:
      let field: JSONValue = ["type": "string", "pattern": "^[^\\s](.*[^\\s])?$"]
      let all: [JSONValue] = [field, ["type": "array", "items": field, "minItems": 1]]
      schema["anyOf"] = JSONValue(.array(all + (orNull ? [["type": "null"]] : [])))
    case .duration:
      set("integer", "string")
      schema["minimum"] = 0
      schema["maximum"] = 600_000
    case .list(let inner):
      set("array")
      schema["items"] = JSONValue(.object(self.schema(inner)))
    case .map(let inner, _, let known):
      set("object")
      let each = JSONValue(.object(self.schema(inner, orNull: hasNulls)))
      var members = JSONObject(known.map { .init($0, each) })
      if hasNulls { members["$order"] = ["type": "array", "items": ["type": "string"]] }
      if !members.isEmpty { schema["properties"] = JSONValue(.object(members)) }
      schema["additionalProperties"] = known.isEmpty ? each : false
    case .either(let types):
      let schemas = types.map { JSONValue(.object(self.schema($0, orNull: orNull))) }
      let objects = types.indices.filter { if case .object = types[$0] { true } else { false } }
      // An editor then names the member that an object has too much, and not only that nothing fits.
      if types.count == 2, objects.count == 1, let object = objects.first {
        schema["if"] = ["type": "object"]
        schema["then"] = schemas[object]
        schema["else"] = schemas[1 - object]
      } else {
        schema["anyOf"] = JSONValue(.array(schemas))
      }
    case .null: schema["type"] = "null"
    case .any: break
    case .object, .template, .predicate, .value, .patch: schema = definition(type)
    }
    return schema
  }

  /// The schema of a property, with its description and its example.
  package func schema(_ member: Property, orNull: Bool = false) -> JSONValue {
    var schema = JSONObject()
    schema["description"] = JSONValue(.string(member.description))
    for part in self.schema(member.type, orNull: orNull) where part.name != "description" {
      schema[part.name] = part.value
    }
    if let example = try? JSONReader().read(Array(member.example.utf8), file: member.name).root {
      schema["examples"] = JSONValue(.array([example]))
    }
    return JSONValue(.object(schema))
  }

  package static func type(_ names: [String], orNull: Bool) -> JSONValue {
    let all = (names + (orNull ? ["null"] : [])).map { JSONValue(.string($0)) }
    return all.count == 1 ? all[0] : JSONValue(.array(all))
  }
}
