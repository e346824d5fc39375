import Basics
import ProviderModel

/// The first mistake in an object that a JSON Schema describes: what is missing, what is unknown, the types and the listed
/// values of its members, also within members.
struct ObjectFlaw: Sendable {
  /// The member of the outermost object.
  let member: String
  let sentence: String
  let remedy: String

  /// - Parameters:
  ///   - keywords: the JSON Schema.
  ///   - noun: what a member is called in a sentence.
  ///   - owner: what has the schema.
  ///   - path: the names of the members around the object, each with a dot.
  static func first(
    in object: JSONObject, _ keywords: [(name: String, value: JSONValue)], of noun: String,
    owner: String, within path: String = ""
  ) -> ObjectFlaw? {
    func keyword(_ name: String) -> JSONValue? { keywords.first { $0.name == name }?.value }
    let properties = keyword("properties")?.objectValue ?? JSONObject()
    for name in (keyword("required")?.arrayValue ?? []).compactMap(\.stringValue)
    where object[name] == nil {
      return ObjectFlaw(
        member: name, sentence: "the \(noun) \(path)\(name) is missing",
        remedy: "send \(path)\(name)")
    }
    for member in object {
      let name = member.name
      guard let schema = properties[name] else {
        if keyword("additionalProperties")?.boolValue != false { continue }
        return ObjectFlaw(
          member: name, sentence: "the \(owner) has no \(noun) \(path)\(name.shortened)",
          remedy: "leave it out")
      }
      let shown = path + name
      if let type = schema["type"]?.stringValue, !isOf(type, member.value) {
        return ObjectFlaw(
          member: name, sentence: "the \(noun) \(shown) is \(member.value.found)",
          remedy: "send \(article(type)) \(type)")
      }
      if let values = schema["enum"]?.arrayValue, !values.contains(member.value) {
        return ObjectFlaw(
          member: name, sentence: "the \(noun) \(shown) has a value that is not listed",
          remedy: "send one of: \(values.map { $0.text() }.joined(separator: ", "))")
      }
      if let type = schema["items"]?["type"]?.stringValue,
        let other = member.value.arrayValue?.first(where: { !isOf(type, $0) })
      {
        return ObjectFlaw(
          member: name, sentence: "the \(noun) \(shown) holds \(other.found)",
          remedy: "send an array in which each element is \(article(type)) \(type)")
      }
      if let inner = member.value.objectValue, let keywords = schema.objectValue,
        let flaw = first(
          in: inner, keywords.map { ($0.name, $0.value) }, of: noun, owner: owner,
          within: shown + ".")
      {
        return ObjectFlaw(member: name, sentence: flaw.sentence, remedy: flaw.remedy)
      }
    }
    return nil
  }

  private static func article(_ type: String) -> String {
    ["array", "object", "integer"].contains(type) ? "an" : "a"
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
