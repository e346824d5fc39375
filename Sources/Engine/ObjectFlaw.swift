import Basics
import ProviderModel

/// The first mistake in an object that a JSON Schema describes: what is missing, what is unknown, the types and the listed
/// values of its own members.
struct ObjectFlaw: Sendable {
  let member: String
  let sentence: String
  let remedy: String

  /// - Parameters:
  ///   - keywords: the JSON Schema.
  ///   - noun: what a member is called in a sentence.
  ///   - owner: what has the schema.
  static func first(
    in object: JSONObject, _ keywords: [(name: String, value: JSONValue)], of noun: String,
    owner: String
  ) -> ObjectFlaw? {
    func keyword(_ name: String) -> JSONValue? { keywords.first { $0.name == name }?.value }
    let properties = keyword("properties")?.objectValue ?? JSONObject()
    for name in (keyword("required")?.arrayValue ?? []).compactMap(\.stringValue)
    where object[name] == nil {
      return ObjectFlaw(
        member: name, sentence: "the \(noun) \(name) is missing", remedy: "send \(name)")
    }
    for member in object {
      let name = member.name
      guard let schema = properties[name] else {
        if keyword("additionalProperties")?.boolValue != false { continue }
        return ObjectFlaw(
          member: name, sentence: "the \(owner) has no \(noun) \(name)", remedy: "leave it out")
      }
      if let type = schema["type"]?.stringValue, !isOf(type, member.value) {
        return ObjectFlaw(
          member: name, sentence: "the \(noun) \(name) is \(member.value.found)",
          remedy: "send a \(type)")
      }
      if let values = schema["enum"]?.arrayValue, !values.contains(member.value) {
        return ObjectFlaw(
          member: name, sentence: "the \(noun) \(name) has a value that is not listed",
          remedy: "send one of: \(values.map { $0.text() }.joined(separator: ", "))")
      }
    }
    return nil
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value.content) {
    case ("string", .string), ("boolean", .bool), ("array", .array), ("object", .object),
      ("null", .null), ("number", .number):
      true
    case ("integer", .number(let text)): Int(text) != nil
    case ("string", _), ("boolean", _), ("array", _), ("object", _), ("null", _), ("number", _),
      ("integer", _):
      false
    default: true
    }
  }
}
