import Basics
import ProviderModel

/// Rules, people and clients, whose properties the fixture language declares.
extension Schemas {
  static let rules: [(String, JSONValue)] = [
    ("NewRule", object(of: .rule)), ("NewRules", ["anyOf": [entry, list(of: entry)]]),
    (
      "Rule",
      object(
        of: .rule, required: ["id"] + RuleView.counters.required, adding: RuleView.counters.schemas)
    ),
  ]

  private static let entry: JSONValue = [
    "anyOf": [Operation.reference("NewRule"), object(of: .scenarioName)]
  ]

  static let cast: [(String, JSONValue)] = [
    (
      "Person", object(of: .person, required: ["username"], without: ["password"])
    ),
    ("NewPerson", object(of: .person, required: ["password"])),
    ("PersonPatch", object(of: .person, required: [])),
    (
      "Client",
      object(
        of: .client,
        required: ["provider", "client_id", "kind", "name", "has_secret", "redirect_uris"],
        without: ["secret"],
        adding: [
          member("has_secret", flag, "Whether it has a secret."),
          member(
            "warning", text,
            "What is doubtful about the client, such as a scope that its provider does not list. Only the response to a change has it."
          ),
        ])
    ),
    ("NewClient", object(of: .client, required: [])), ("Claim", object(of: .claim)),
    ("Claims", map(of: Operation.reference("Claim"))),
  ]

  /// The schema of a declared object.
  /// - Parameters:
  ///   - required: The required properties, if they differ from the declared ones.
  ///   - left: Declared properties that the object never has.
  ///   - more: Properties that only the control API has.
  static func object(
    of schema: ObjectSchema, required: [String]? = nil, without left: Set<String> = [],
    adding more: [(String, JSONValue)] = []
  ) -> JSONValue {
    let members = schema.members.filter { !left.contains($0.name) }
    var needed: [String] = []
    var alternatives: [JSONValue] = []
    for member in members {
      let isThere: JSONValue = ["required": [JSONValue(.string(member.name))]]
      switch member.need {
      case .required: needed.append(member.name)
      case .unless(let other):
        alternatives += [isThere, ["required": [JSONValue(.string(other))]]]
      case .optional: break
      }
    }
    var result = object(
      members.map { ($0.name, types.schema($0)) } + more, required: required ?? needed,
      open: schema.others != nil)
    if !alternatives.isEmpty {
      result = adding("anyOf", JSONValue(.array(alternatives)), to: result)
    }
    if schema.nothing != nil { result = filled(result) }
    return schema.conflicts.isEmpty ? result : apart(result, schema.conflicts.flatMap(\.pairs))
  }

  private static let types = TypeSchema { type in
    switch type {
    case .object(let schema): object(of: schema).objectValue ?? JSONObject()
    case .template: JSONObject([.init("type", "string")])
    case .predicate: JSONObject([.init("type", ["object", "boolean"])])
    default: JSONObject()
    }
  }
}
