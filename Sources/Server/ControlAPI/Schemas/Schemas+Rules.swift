import Basics
import ProviderModel

/// Scenario rules: what has to match, and what happens then.
extension Schemas {
  static let rules: [(String, JSONValue)] = [
    ("NewRule", acting(object(rule))),
    ("NewRules", ["anyOf": [entry, list(of: entry)]]),
    (
      "RuleSwitch",
      object([member("on", flag, "Whether it acts from now on.")], required: ["on"])
    ),
    (
      "Scenario",
      object(
        [
          member("id", text, "What it is called by."), member("title", text, "What it is for."),
          member("rules", Operation.list(of: "NewRule"), "What it stands for."),
        ], required: ["id", "title", "rules"])
    ),
    (
      "Rule",
      acting(
        object(
          rule + [
            member(
              "seen", natural, "How many requests matched, also those that came when it was spent."),
            member("fired", natural, "How often it acted."),
            member("spent", flag, "Whether it has acted `times` times."),
            member(
              "window",
              object(
                [
                  member("requests", natural, "How many have come in it."),
                  member("left", natural, "How many more may pass."),
                  member("ends", instant, "By the sandbox's clock."),
                ], required: ["requests", "left", "ends"]),
              "The window of `limit` that is open; not there where none is."),
          ], required: ["id", "seen", "fired", "spent"]))
    ),
  ]

  /// Who names a limit need not say what becomes of the requests beyond it.
  private static func acting(_ rule: JSONValue) -> JSONValue {
    adding("anyOf", [["required": ["then"]], ["required": ["limit"]]], to: rule)
  }

  private static let entry: JSONValue = [
    "anyOf": [
      Operation.reference("NewRule"),
      object(
        [member("scenario", text, "All rules of this scenario: GET /scenarios lists them.")],
        required: ["scenario"]),
    ]
  ]

  private static let rule: [(String, JSONValue)] = [
    member(
      "id", ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"],
      "Its name; a rule of the same name is replaced. Default: rule-N."),
    member("summary", text, "What it is for."),
    member("on", flag, "false: it is switched off, and passed over. Default: true."),
    member("match", match, "Default: everything."),
    member(
      "after", text, "The id of a rule that has to have acted before; it comes in the same array."),
    member("skip", natural, "So many matching requests pass first."),
    member("times", natural, "It acts so often. Default: for ever."),
    member(
      "limit",
      object(
        [
          member("requests", natural, "So many pass in a window."),
          member(
            "per", ["type": "string", "pattern": "^P"],
            "How long a window is, from its first request on: an ISO 8601 duration of whole seconds, a day at most."
          ),
        ], required: ["requests", "per"]),
      "So many matching requests pass in each window of the sandbox's time, whoever sends them; those beyond meet `then`, and Retry-After says how long to wait. Without `then` they meet the condition rate_limited: the provider's own words."
    ),
    member(
      "then", effect, "At least one member. condition, answer, reset and close exclude one another."
    ),
  ]

  private static let match = object([
    member("provider", text, "A provider's id."),
    member("host", text, "A host name without its port, such as login.example.com."),
    member("endpoint", text, "An endpoint's name or kind: GET …/providers lists them."),
    member("method", text, "GET, POST, …: one that is answered there."),
    member("grant", text, "A token request's grant_type; at no endpoint but kind token."),
    member("client", text, "A client_id."),
    member(
      "person", text,
      "A username: who types it, who is signed in, or whose code or token it is."),
    member(
      "parameters",
      map(of: [
        "anyOf": [
          text, flag,
          object(
            [member("matches", text, "A regular expression for the whole value.")],
            required: ["matches"]),
        ]
      ]), "Name → its value; true: it is there; false: it is not."),
    member(
      "when", ["type": ["object", "boolean"]],
      "A predicate of the fixture language, such as {\"eq\": [\"{{client.kind}}\", \"public\"]}: docs/fixtures.md lists predicates and facts. It may ask for "
        + RuleCondition.roots.joined(separator: ", ") + "."
    ),
  ])

  private static let delay: JSONValue = [
    "description": "Milliseconds, or an ISO 8601 duration; ten minutes at most.",
    "anyOf": [["type": "integer", "minimum": 0, "maximum": 600_000], ["type": "string"]],
    "examples": ["PT1.5S", 1500],
  ]

  private static let effect = apart(
    filled(
      object([
        member(
          "condition", text,
          "Ends as the provider ends on this condition, in its own bytes. GET …/providers lists those of each endpoint."
        ),
        member(
          "answer",
          apart(
            object([
              member(
                "status", ["type": "integer", "minimum": 200, "maximum": 599], "Default: 200."),
              member(
                "headers", map(of: ["anyOf": [field, fields]]),
                "Name → value, or values for several fields; none of the connection's, such as Content-Length, Connection, Date."
              ),
              member("body", text, "As it is sent."),
              member("json", [:], "Any JSON, in place of `body`."),
              member(
                "repeat", ["type": "integer", "minimum": 1],
                "How often the body comes, one behind the other; 16 MiB in all at most. Default: 1."
              ),
            ]), [("body", "json")]), "This answer, and nothing of the provider's."),
        member("delay", delay, "How late the answer begins."),
        member(
          "truncate", natural, "The body breaks off after so many bytes, and the connection ends."),
        member(
          "drip",
          object([
            member("bytes", ["type": "integer", "minimum": 1], "In a piece. Default: 1."),
            member("every", delay, "From piece to piece. Default: 100."),
          ]), "The body comes bit by bit."),
        member("reset", flag, "A TCP reset in place of an answer."),
        member("close", flag, "The connection ends without an answer."),
        member(
          "lost", choice(Rule.Loss.allCases.map(\.rawValue)),
          "The provider decides, and its answer gets lost on the way."),
        member(
          "detour", ["type": "array", "items": choice(Rule.Hop.allCases.map(\.rawValue))],
          "Hops that a browser goes through before the page that it asked for. Of the kind authorize."
        ),
        member("change", change, "The provider's own answer, changed."),
        member(
          "tls", choice(TLSFault.allCases.map(\.rawValue)),
          "What is wrong with the certificate that the host shows. It acts on handshakes, so it stands alone, and match has no member but host. In the default sandbox."
        ),
      ])), exclusive)

  private static let exclusive = [
    ("condition", "answer"), ("condition", "reset"), ("condition", "close"), ("answer", "reset"),
    ("answer", "close"), ("reset", "close"), ("reset", "truncate"), ("close", "truncate"),
    ("reset", "drip"), ("close", "drip"), ("change", "answer"), ("change", "reset"),
    ("change", "close"), ("lost", "answer"), ("lost", "reset"), ("lost", "close"),
    ("lost", "truncate"), ("lost", "drip"), ("detour", "answer"), ("detour", "reset"),
    ("detour", "close"), ("detour", "condition"), ("detour", "change"), ("detour", "lost"),
  ]

  static let field: JSONValue = ["type": "string", "pattern": "^[^\\s](.*[^\\s])?$"]
  static let fields: JSONValue = ["type": "array", "items": field, "minItems": 1]
}
