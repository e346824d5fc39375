import JSON
import ProviderModel

/// The JSON Schemas of what the control API takes and gives.
enum Schemas {
  private static let text: JSONValue = ["type": "string"]
  private static let flag: JSONValue = ["type": "boolean"]
  private static let number: JSONValue = ["type": "integer"]
  private static let natural: JSONValue = ["type": "integer", "minimum": 0]
  private static let texts: JSONValue = ["type": "array", "items": ["type": "string"]]
  private static let anything: JSONValue = ["type": "object"]
  private static let instant: JSONValue = ["type": "string", "format": "date-time"]
  private static let span: JSONValue = [
    "description": "Seconds, or an ISO 8601 duration of days and less.",
    "anyOf": [
      ["type": "integer", "minimum": 0, "maximum": 3_155_760_000],
      [
        "type": "string",
        "pattern": "^P([0-9]{1,4}D)?(T([0-9]{1,4}H)?([0-9]{1,4}M)?([0-9]{1,4}S)?)?$",
        "minLength": 3,
      ],
    ],
  ]
  private static let delay: JSONValue = [
    "description": "Milliseconds, or an ISO 8601 duration; ten minutes at most.",
    "anyOf": [["type": "integer", "minimum": 0, "maximum": 600_000], ["type": "string"]],
  ]

  /// - Parameter open: whether other members may stand there too.
  private static func object(
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

  private static func choice(_ texts: [String]) -> JSONValue {
    ["type": "string", "enum": JSONValue(.array(texts.map { JSONValue(.string($0)) }))]
  }

  private static func map(of value: JSONValue) -> JSONValue {
    ["type": "object", "additionalProperties": value]
  }

  static let all: JSONValue = JSONValue(
    .object(JSONObject((world + cast + scenario + records).map { .init($0.0, $0.1) })))

  private static let world: [(String, JSONValue)] = [
    (
      "Problem",
      object(
        [
          ("type", text), ("title", text), ("status", number), ("detail", text),
          ("pointer", text),
          (
            "errors",
            ["type": "array", "items": object([("pointer", text), ("detail", text)])]
          ),
        ], required: ["type", "title", "status", "detail"])
    ),
    (
      "Sandbox",
      object(
        [
          ("id", text), ("name", text), ("url", text), ("created", instant),
          ("last_used", instant), ("now", instant), ("lifetime", text),
          ("providers", map(of: text)),
        ], required: ["id", "url", "created", "last_used", "now", "providers"])
    ),
    (
      "NewSandbox",
      object([
        ("name", text), ("cast", anything), ("with", texts), ("without", texts),
        ("seed", number), ("lifetime", span), ("answer", Operation.reference("Answer")),
        ("rules", Operation.reference("NewRules")),
      ])
    ),
    ("Checkpoint", object([("name", text), ("at", instant)], required: ["name", "at"])),
    ("NewCheckpoint", object([("name", text)])),
    (
      "Clock",
      object(
        [("now", instant), ("frozen", flag), ("aged", text)], required: ["now", "frozen", "aged"])
    ),
    (
      "ClockChange",
      object([
        (
          "set",
          ["anyOf": [instant, ["type": "integer", "minimum": 0, "maximum": 253_402_300_799]]]
        ), ("advance", span), ("freeze", flag), ("age", span),
      ])
    ),
    (
      "Provider",
      object(
        [
          ("id", text), ("title", text), ("as_of", text),
          ("endpoints", ["type": "array", "items": anything]),
          ("quirks", ["type": "array", "items": anything]),
        ], required: ["id", "title", "endpoints", "quirks"])
    ),
    ("Switches", object([("with", texts), ("without", texts)])),
  ]

  private static let cast: [(String, JSONValue)] = [
    ("Person", object([("username", text)], required: ["username"], open: true)),
    (
      "NewPerson",
      object(
        [
          ("username", text), ("password", text), ("at", anything),
          ("outcome", choice(Cast.Person.Outcome.allCases.map(\.rawValue))),
        ], required: ["password"], open: true)
    ),
    (
      "Client",
      object(
        [
          ("provider", text), ("client_id", text), ("kind", text), ("name", text),
          ("has_secret", flag), ("redirect_uris", texts), ("scopes", texts),
          ("response_types", texts), ("grant_types", texts), ("sign_in", text), ("consent", text),
        ], required: ["provider", "client_id", "kind", "name", "has_secret", "redirect_uris"])
    ),
    (
      "NewClient",
      object([
        ("provider", text), ("client_id", text),
        ("kind", choice(Cast.Client.Kind.allCases.map(\.rawValue))), ("name", text),
        ("secret", ["type": ["string", "null"]]), ("redirect_uris", texts), ("scopes", texts),
        ("response_types", texts), ("grant_types", texts), ("token_endpoint_auth_method", text),
        ("id_token_signed_response_alg", text), ("post_logout_redirect_uris", texts),
        ("sign_in", text), ("consent", choice(["granted", "denied"])),
      ])
    ),
    (
      "Answer",
      object([
        ("sign_in", text), ("consent", choice(["granted", "denied"])), ("scopes", texts),
      ])
    ),
  ]

  private static let match: JSONValue = object([
    ("provider", text), ("endpoint", text), ("method", text), ("grant", text), ("client", text),
    ("person", text),
    (
      "parameters",
      map(of: ["anyOf": [text, flag, object([("matches", text)], required: ["matches"])]])
    ),
  ])

  private static let token: JSONValue = object([
    ("signature", choice(["bad", "none"])), ("kid", text), ("claims", anything),
    ("shift", number),
  ])

  private static let effect: JSONValue = object([
    ("condition", text),
    (
      "answer",
      object([
        ("status", ["type": "integer", "minimum": 200, "maximum": 599]),
        ("headers", map(of: text)), ("body", text), ("json", [:]),
      ])
    ), ("delay", delay), ("truncate", natural),
    ("drip", object([("bytes", natural), ("every", delay)])), ("reset", flag), ("close", flag),
    (
      "change",
      object([
        ("rename", map(of: text)), ("set", anything), ("drop", texts), ("order", texts),
        ("scopes", texts), ("twice", flag), ("tokens", object([("access", token), ("id", token)])),
      ])
    ),
  ])

  private static let rule: [(String, JSONValue)] = [
    ("id", ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"]), ("summary", text),
    ("match", match), ("skip", natural), ("times", natural), ("then", effect),
  ]

  private static let scenario: [(String, JSONValue)] = [
    ("NewRule", object(rule, required: ["then"])),
    (
      "NewRules",
      [
        "anyOf": [
          Operation.reference("NewRule"),
          ["type": "array", "items": Operation.reference("NewRule")],
        ]
      ]
    ),
    (
      "Rule",
      object(
        rule + [("seen", natural), ("fired", natural), ("spent", flag)],
        required: ["id", "then", "seen", "fired", "spent"])
    ),
  ]

  private static let records: [(String, JSONValue)] = [
    (
      "Token",
      object(
        [
          ("id", number), ("kind", text), ("provider", text), ("client", text), ("person", text),
          ("scopes", texts), ("issued", instant), ("expires", instant),
          ("status", choice(["live", "expired", "spent", "revoked"])),
        ], required: ["id", "kind", "provider", "client", "scopes", "issued", "status"])
    ),
    (
      "NewTokens",
      object(
        [
          ("provider", text), ("client", text), ("person", text), ("scopes", texts),
          ("gives", texts),
        ], required: ["provider", "client"])
    ),
    (
      "MintedTokens",
      object(
        [
          ("access_token", text), ("refresh_token", text), ("id_token", text), ("code", text),
          ("expires_in", number), ("tokens", Operation.list(of: "Token")),
        ], required: ["tokens"])
    ),
    (
      "Entry",
      object(
        [
          ("n", number), ("at", instant), ("sandbox_time", instant), ("sandbox", text),
          ("kind", text), ("provider", text), ("endpoint", text), ("client", text),
          ("person", text), ("outcome", text), ("condition", text), ("why", text),
          ("remedy", text), ("clause", text), ("rule", text), ("near", texts), ("detail", text),
          ("request", anything), ("response", anything),
        ], required: ["n", "at", "sandbox", "kind"])
    ),
    ("Count", object([("count", natural)], required: ["count"])),
  ]
}
