import Basics
import Foundation

@testable import ProviderModel

/// The JSON Schema (2020-12) of a kind of file, written from its form.
struct SchemaWriter {
  let root: ObjectSchema

  /// Where a provider takes something over, `null` takes it away.
  private var hasNulls: Bool { root === ObjectSchema.provider }

  func text() -> String {
    var schema = JSONObject()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = JSONValue(stringLiteral: "A \(root.name) of Understudy")
    for member in object(root, inPatch: false) { schema[member.name] = member.value }
    schema["$defs"] = definitions()
    return JSONValue(.object(schema)).text(.pretty(2)) + "\n"
  }

  // MARK: Definitions

  private func definitions() -> JSONValue {
    var all = JSONObject()
    for form in root.reached.dropFirst() {
      all[Self.key(form)] = .init(.object(object(form, inPatch: false)))
    }
    let texts = Self.reachesTemplates(root)
    if hasNulls {
      for form in root.reached where Self.isPatched(form) {
        all["patch-" + Self.key(form)] = .init(.object(object(form, inPatch: true)))
      }
    }
    if texts {
      all["template"] = template
      all["predicate"] = predicate
      all["value"] = value
    }
    return JSONValue(.object(all))
  }

  /// A cast holds no texts with placeholders.
  private static func reachesTemplates(_ form: ObjectSchema) -> Bool { form !== ObjectSchema.cast }

  /// Quirks are no part of what they patch, and values are replaced whole.
  private static func isPatched(_ form: ObjectSchema) -> Bool {
    let quirks = ObjectSchema.quirk.reached
    return !(quirks + ObjectSchema.workedOut + [ObjectSchema.sameError]).contains { $0 === form }
  }

  static func key(_ form: ObjectSchema) -> String { slug(form.name) }

  /// As headings are linked to.
  static func slug(_ text: String) -> String {
    String(
      text.lowercased().map { $0 == " " ? "-" : $0 }.filter {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
      })
  }

  // MARK: Objects

  private func object(_ form: ObjectSchema, inPatch: Bool) -> JSONObject {
    var schema = JSONObject()
    schema["description"] = JSONValue(stringLiteral: form.meaning)
    var own = JSONObject()
    own["type"] = type("object")
    var members = JSONObject()
    if form === root, !inPatch {
      members["$schema"] = ["type": "string", "description": "For editors; it changes nothing."]
    }
    for member in form.members { members[member.name] = schemaOf(member, inPatch: inPatch) }
    own["properties"] = JSONValue(.object(members))
    own["additionalProperties"] =
      form.others.map { JSONValue(.object(types(inPatch: inPatch).schema($0))) }
      ?? false
    if !inPatch {
      own["required"] = names(form) { if case .required = $0 { true } else { false } }
      let unless = form.members.compactMap { member -> (String, String)? in
        if case .unless(let other) = member.need { (other, member.name) } else { nil }
      }
      // No form has two kinds of these.
      if let other = unless.first?.0 {
        own["if"] = ["required": [JSONValue(stringLiteral: other)]]
        own["else"] = ["required": JSONValue(.array(unless.map { JSONValue(stringLiteral: $0.1) }))]
      }
    }
    guard let instead = form.instead.first, let first = instead.members.first else {
      for member in own { schema[member.name] = member.value }
      return schema
    }
    schema["if"] = ["type": "object", "required": [JSONValue(stringLiteral: first.name)]]
    schema["then"] = reference(Self.key(instead))
    schema["else"] = JSONValue(.object(own))
    return schema
  }

  private func names(_ form: ObjectSchema, where holds: (Property.Need) -> Bool) -> JSONValue? {
    let names = form.members.filter { holds($0.need) }.map { JSONValue(stringLiteral: $0.name) }
    return names.isEmpty ? nil : JSONValue(.array(names))
  }

  private func schemaOf(_ member: Property, inPatch: Bool) -> JSONValue {
    let isRequired = if case .required = member.need { true } else { false }
    return types(inPatch: inPatch).schema(member, orNull: hasNulls && (inPatch || !isRequired))
  }

  // MARK: Types

  private func reference(_ name: String) -> JSONValue {
    ["$ref": JSONValue(stringLiteral: "#/$defs/\(name)")]
  }
  private func type(_ names: String...) -> JSONValue { TypeSchema.type(names, orNull: hasNulls) }

  private func types(inPatch: Bool) -> TypeSchema {
    TypeSchema(hasNulls: hasNulls) { type in
      switch type {
      case .object(let form):
        object(reference((inPatch && Self.isPatched(form) ? "patch-" : "") + Self.key(form)))
      case .patch: object(reference("patch-provider"))
      default: object(reference("\(type)"))
      }
    }
  }

  private func object(_ value: JSONValue) -> JSONObject { value.objectValue ?? JSONObject() }

  // MARK: Computed values

  private var template: JSONValue {
    [
      "description":
        "A text that may hold placeholders, such as {{req.state}}. A long one may be an array of lines.",
      "type": type("string", "array"), "items": ["type": "string"],
    ]
  }

  private var predicate: JSONValue {
    var words = JSONObject()
    for row in PredicateTable.rows where row.word != nil {
      words[row.word ?? ""] = JSONValue(
        .object(
          JSONObject(
            [.init("description", JSONValue(stringLiteral: "True where \(row.meaning)."))]
              + object(row.schema))))
    }
    return [
      "description": "What is true of a request, or not.", "type": type("boolean", "object"),
      "minProperties": 1, "maxProperties": 1, "properties": JSONValue(.object(words)),
      "additionalProperties": false,
    ]
  }

  /// Objects with a `$` are worked out; all others are what they are.
  private var value: JSONValue {
    var plain: JSONValue = [
      "items": reference("value"), "additionalProperties": reference("value"),
      "properties": ["$order": ["type": "array", "items": ["type": "string"]]],
      "patternProperties": ["^\\$(?!order$|claims$)": false],
    ]
    for form in ObjectSchema.workedOut.reversed() {
      guard let first = form.members.first else { continue }
      plain = [
        "if": ["type": "object", "required": [JSONValue(stringLiteral: first.name)]],
        "then": reference(Self.key(form)), "else": plain,
      ]
    }
    var hints = JSONObject()
    for form in ObjectSchema.workedOut {
      hints[form.members.first?.name ?? ""] = [
        "description": JSONValue(stringLiteral: form.meaning)
      ]
    }
    hints[Vocabulary.claims] = [
      "description":
        "With them the person's claims that go to this place: userinfo, id_token, access_token."
    ]
    hints["$order"] = ["description": "The members in this order, and then the others."]
    var schema = JSONObject()
    schema["description"] =
      "JSON, in which texts may hold placeholders and objects may be worked out."
    schema["properties"] = JSONValue(.object(hints))
    for member in object(plain) { schema[member.name] = member.value }
    return JSONValue(.object(schema))
  }
}

extension PredicateTable.Row {
  /// What stands behind the word.
  var schema: JSONValue {
    switch word {
    case "has": ["type": "string"]
    case "eq", "less":
      [
        "type": "array",
        "items": ["anyOf": [["$ref": "#/$defs/template"], ["type": "number"]]], "minItems": 2,
      ]
    case "all", "any": ["type": "array", "items": ["$ref": "#/$defs/predicate"]]
    case "not": ["$ref": "#/$defs/predicate"]
    default: ["type": "array", "minItems": 2]
    }
  }
}
