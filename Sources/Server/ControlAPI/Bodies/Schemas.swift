import Basics
import Engine
import ProviderModel

/// The JSON Schemas of the control API's requests and responses, with a description of each member. For many users the OpenAPI
/// document is the only documentation.
enum Schemas {
  static let all: JSONValue = JSONValue(
    .object(JSONObject((own + cast + rules).map { .init($0.0, $0.1) })))

  private static let own: [(String, JSONValue)] = [
    ("Index", Description.index.schema), ("Problem", Problem.declaration.schema),
    ("Sandbox", SandboxView.declaration.schema), ("NewSandbox", NewSandbox.declaration.schema),
    ("Configuration", NewConfiguration.view),
    ("NewConfiguration", NewConfiguration.declaration.schema),
    ("Checkpoint", SandboxView.checkpoint.schema),
    ("NewCheckpoint", NewCheckpoint.declaration.schema), ("Clock", SandboxView.clock.schema),
    ("ClockChange", ClockChange.declaration.schema), ("Provider", ProviderView.declaration.schema),
    ("Switches", Switches.declaration.schema), ("Answer", StandingAnswer.declaration.schema),
    ("RuleSwitch", RuleSwitch.declaration.schema), ("Scenario", Scenario.view.schema),
    ("Token", TokenView.declaration.schema), ("NewTokens", NewTokens.declaration.schema),
    ("MintedTokens", MintedTokens.declaration.schema), ("Device", DeviceView.declaration.schema),
    ("Workload", WorkloadView.declaration.schema),
    ("NewWorkloadToken", NewWorkloadToken.declaration.schema),
    ("WorkloadToken", MintedWorkloadToken.declaration.schema),
    ("DeviceApproval", DeviceApproval.declaration.schema),
    ("DeviceDenial", DeviceDenial.declaration.schema), ("Entry", EntryView.declaration.schema),
    ("Session", SessionView.declaration.schema),
    ("NewSecurityEvent", NewSecurityEvent.declaration.schema),
    ("SecurityEvent", SentSecurityEvent.declaration.schema),
    ("EndedSessions", EndedSessions.declaration.schema),
    ("Count", JournalOperations.count.schema),
    ("Count", JournalOperations.count.schema), ("Keys", KeysView.declaration.schema),
    ("SigningKey", KeysView.key.schema), ("KeyRotation", KeyRotationSteps.declaration.schema),
  ]

  static let text: JSONValue = ["type": "string"]
  static let flag: JSONValue = ["type": "boolean"]
  static let number: JSONValue = ["type": "integer"]
  static let natural: JSONValue = ["type": "integer", "minimum": 0]
  static let texts: JSONValue = ["type": "array", "items": ["type": "string"]]
  static let anything: JSONValue = ["type": "object"]
  static let instant: JSONValue = ["type": "string", "format": "date-time"]
  static let span: JSONValue = [
    "description": "Seconds, or an ISO 8601 duration of days and less.",
    "anyOf": [
      ["type": "integer", "minimum": 0, "maximum": 3_155_760_000],
      [
        "type": "string",
        "pattern": "^P([0-9]{1,4}D)?(T([0-9]{1,4}H)?([0-9]{1,4}M)?([0-9]{1,4}S)?)?$",
        "minLength": 3,
      ],
    ],
    "examples": ["PT1H", 3600],
  ]

  /// A member of an object: its name, its schema and its meaning.
  static func member(_ name: String, _ schema: JSONValue, _ meaning: String) -> (String, JSONValue)
  {
    var object = schema.objectValue ?? JSONObject()
    let own = object["description"]?.stringValue
    object["description"] = JSONValue(
      .string([meaning, own].compactMap { $0 }.joined(separator: " ")))
    return (name, JSONValue(.object(object)))
  }

  /// - Parameter open: Whether other members are allowed.
  static func object(
    _ members: [(String, JSONValue)], required: [String] = [], open: Bool = false
  ) -> JSONValue {
    var object = JSONObject()
    object["type"] = "object"
    object["properties"] = JSONValue(.object(JSONObject(members.map { .init($0.0, $0.1) })))
    if !required.isEmpty {
      object["required"] = JSONValue(.array(required.map { JSONValue(.string($0)) }))
    }
    object["additionalProperties"] = JSONValue(.bool(open))
    return JSONValue(.object(object))
  }

  /// A schema with one more keyword.
  static func adding(_ keyword: String, _ value: JSONValue, to schema: JSONValue) -> JSONValue {
    var object = schema.objectValue ?? JSONObject()
    object[keyword] = value
    return JSONValue(.object(object))
  }

  /// An object that is not empty.
  static func filled(_ schema: JSONValue) -> JSONValue { adding("minProperties", 1, to: schema) }

  /// Members that exclude one another in pairs. A flag counts if it is true.
  static func apart(_ schema: JSONValue, _ pairs: [(String, String)]) -> JSONValue {
    func stands(_ name: String) -> JSONValue {
      let isThere: JSONValue = ["required": [JSONValue(.string(name))]]
      guard schema["properties"]?[name]?["type"] == "boolean" else { return isThere }
      let isTrue = JSONObject([.init(name, ["const": true])])
      return adding("properties", JSONValue(.object(isTrue)), to: isThere)
    }
    let both = pairs.map { ["allOf": [stands($0), stands($1)]] as JSONValue }
    return adding("not", ["anyOf": JSONValue(.array(both))], to: schema)
  }

  static func list(of schema: JSONValue) -> JSONValue { ["type": "array", "items": schema] }

  static func choice(_ texts: [String]) -> JSONValue {
    ["type": "string", "enum": JSONValue(.array(texts.map { JSONValue(.string($0)) }))]
  }

  static func map(of value: JSONValue) -> JSONValue {
    ["type": "object", "additionalProperties": value]
  }
}
