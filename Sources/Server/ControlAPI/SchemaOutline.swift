import Basics

/// A short form of a JSON Schema, which allows whatever the schema allows: the members of the document and of its `body`, each with
/// its type and a sentence, but not the members of these.
struct SchemaOutline {
  private let definitions: JSONObject
  /// Whether members are left out.
  private var isShort = false
  /// Whether the members of the body have no descriptions, as there are many of them.
  private var isTerse = false
  /// Nil where the schema itself is short.
  private(set) var value: JSONValue?

  /// The members of the document, and of the body in it.
  private static let depth = 2
  /// The bytes of a schema of which nothing is left out.
  private static let most = 2_000
  /// What is kept of a schema. Restrictions of texts and numbers are left to the operation.
  private static let kept = ["type", "enum", "default", "required"]

  init(_ schema: JSONValue) {
    definitions = schema["$defs"]?.objectValue ?? JSONObject()
    var outline = brief(schema, Self.depth)
    if outline.text().utf8.count > 2 * Self.most {
      isTerse = true
      outline = brief(schema, Self.depth)
    }
    if isShort || schema.text().utf8.count > Self.most { value = outline }
  }

  private mutating func brief(_ schema: JSONValue, _ depth: Int) -> JSONValue {
    if let name = schema["$ref"]?.stringValue?.split(separator: "/").last {
      return brief(definitions[String(name)] ?? [:], depth)
    }
    var result = JSONObject()
    for name in Self.kept { result[name] = schema[name] }
    if !isTerse || depth > 0 {
      result["description"] = schema["description"]?.stringValue.map {
        JSONValue(.string(Self.sentence($0)))
      }
    }
    if let items = schema["items"] { result["items"] = brief(items, 0) }
    for name in ["anyOf", "oneOf"] {
      guard let choices = schema[name]?.arrayValue else { continue }
      result[name] = JSONValue(.array(choices.map { brief($0, depth) }))
    }
    let others = schema["additionalProperties"]
    result["additionalProperties"] =
      others?.objectValue == nil ? others : others.map { brief($0, 0) }
    guard let members = schema["properties"]?.objectValue else { return JSONValue(.object(result)) }
    guard depth > 0 else {
      isShort = true
      for name in ["required", "additionalProperties"] { result[name] = nil }
      result["examples"] = schema["examples"]
      return JSONValue(.object(result))
    }
    result["properties"] = JSONValue(
      .object(JSONObject(members.map { .init($0.name, brief($0.value, depth - 1)) })))
    return JSONValue(.object(result))
  }

  /// The first sentence of a description, and what the default is.
  private static func sentence(_ text: String) -> String {
    let sentences = text.split(separator: ". ").map { $0.hasSuffix(".") ? $0 : $0 + "." }
    let usual = sentences.dropFirst().filter { $0.hasPrefix("Default:") }
    return (sentences.prefix(1) + usual).joined(separator: " ")
  }
}
