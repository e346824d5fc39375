import Basics
import Foundation

/// As much of JSON Schema (2020-12) as the schemas in `fixtures` use. An unknown keyword is an error of the schema.
///
/// `scripts/check-schemas` has a complete validator of somebody else's look at the same.
struct SchemaValidator {
  struct Problem: Hashable, CustomStringConvertible {
    let pointer: String
    let sentence: String
    var isUnknownMember = false
    var description: String { "\(pointer): \(sentence)" }
  }

  let root: JSONValue

  func problems(with value: JSONValue) -> [Problem] { problems(value, root, "") }

  private static let annotations: Set<String> = [
    "$schema", "$defs", "title", "description", "default", "examples",
  ]

  func problems(_ value: JSONValue, _ schema: JSONValue, _ pointer: String) -> [Problem] {
    if let isAllowed = schema.boolValue {
      return isAllowed
        ? []
        : [Problem(pointer: pointer, sentence: "nothing may stand here", isUnknownMember: true)]
    }
    var found: [Problem] = []
    for keyword in schema.objectValue ?? JSONObject() {
      found += problems(value, keyword.name, keyword.value, schema, pointer)
    }
    return found
  }

  private func problems(
    _ value: JSONValue, _ keyword: String, _ wanted: JSONValue, _ schema: JSONValue,
    _ pointer: String
  ) -> [Problem] {
    func problem(_ sentence: String) -> [Problem] {
      [Problem(pointer: pointer, sentence: sentence)]
    }
    func isFine(_ schema: JSONValue) -> Bool { problems(value, schema, pointer).isEmpty }
    let number = value.numberText.flatMap { Double($0) }
    let limit = Double(wanted.integerValue ?? 0)
    switch keyword {
    case let name where Self.annotations.contains(name): return []
    case "$ref":
      guard let text = wanted.stringValue, let target = root.value(at: String(text.dropFirst()))
      else {
        return problem("the schema has no \(wanted.text())")
      }
      return problems(value, target, pointer)
    case "type":
      let names = wanted.arrayValue?.compactMap(\.stringValue) ?? [wanted.stringValue ?? ""]
      return names.contains { Self.isOne(value, $0) } ? [] : problem("expected \(names)")
    case "enum":
      return wanted.arrayValue?.contains(value) == true
        ? [] : problem("expected one of \(wanted.text())")
    case "minimum": return number.map { $0 >= limit } ?? true ? [] : problem("less than \(limit)")
    case "maximum": return number.map { $0 <= limit } ?? true ? [] : problem("more than \(limit)")
    case "pattern":
      return value.stringValue?.range(of: wanted.stringValue ?? "", options: .regularExpression)
        == nil && value.stringValue != nil ? problem("expected \(wanted.text())") : []
    case "minItems":
      return Double(value.arrayValue?.count ?? .max) >= limit ? [] : problem("too few")
    case "minProperties":
      return Double(value.objectValue?.count ?? .max) >= limit ? [] : problem("too few members")
    case "maxProperties":
      return Double(value.objectValue?.count ?? 0) <= limit ? [] : problem("too many members")
    case "required":
      guard let object = value.objectValue else { return [] }
      let missing = (wanted.arrayValue ?? []).compactMap(\.stringValue).filter { object[$0] == nil }
      return missing.isEmpty ? [] : problem("expected \(missing)")
    case "items":
      return (value.arrayValue ?? []).enumerated().flatMap {
        problems($1, wanted, "\(pointer)/\($0)")
      }
    case "properties", "patternProperties", "additionalProperties":
      return (value.objectValue ?? JSONObject()).flatMap { member -> [Problem] in
        let inner = Self.schemas(of: member.name, keyword, wanted, schema)
        return inner.flatMap {
          problems(member.value, $0, JSONPointer.appending(member.name, to: pointer))
        }
      }
    case "if":
      return (isFine(wanted) ? schema["then"] : schema["else"]).map { problems(value, $0, pointer) }
        ?? []
    case "then", "else": return []
    case "anyOf":
      return (wanted.arrayValue ?? []).contains(where: isFine)
        ? [] : problem("nothing of \(wanted.text()) fits")
    default: return problem("the schema has the keyword \(keyword), which is not known here")
    }
  }

  private static func schemas(
    of name: String, _ keyword: String, _ wanted: JSONValue, _ schema: JSONValue
  ) -> [JSONValue] {
    func matching(_ patterns: JSONValue?) -> [JSONValue] {
      (patterns?.objectValue ?? JSONObject()).filter {
        name.range(of: $0.name, options: .regularExpression) != nil
      }.map(\.value)
    }
    switch keyword {
    case "properties": return [wanted[name]].compactMap(\.self)
    case "patternProperties": return matching(wanted)
    default:
      let isNamed =
        schema["properties"]?[name] != nil || !matching(schema["patternProperties"]).isEmpty
      return isNamed ? [] : [wanted]
    }
  }

  private static func isOne(_ value: JSONValue, _ type: String) -> Bool {
    switch type {
    case "string": value.stringValue != nil
    case "boolean": value.boolValue != nil
    case "integer": value.integerValue != nil
    case "number": value.numberText != nil
    case "array": value.arrayValue != nil
    case "object": value.objectValue != nil
    default: value.isNull
    }
  }
}
