import Basics
import HTTPTypes

/// An address that tells a balancer or a monitor how the server is doing. It is no operation, and clients for tests lack it.
struct Probe {
  let path: String
  let summary: String
  let results: [Operation.Result]
  /// Whether a control token is asked for, if the server has one.
  let asksToken: Bool

  static let all = [
    Probe(
      path: "/health", summary: "Whether the process runs.",
      results: [
        .init(status: 200, summary: "It runs.", schema: text(of: ["status", "version"]))
      ], asksToken: false),
    Probe(
      path: "/ready",
      summary:
        "Whether the server reaches its store and the store takes what is written. There with a store only.",
      results: [
        .init(status: 200, summary: "It is ready.", schema: readiness),
        .init(status: 503, summary: "It is not ready: `why` has the reason.", schema: readiness),
      ], asksToken: false),
    Probe(
      path: "/metrics",
      summary:
        "Requests by provider, endpoint, outcome and status, their durations, and what the store was asked for. There with a store only.",
      results: [
        .init(
          status: 200, summary: "OpenMetrics.", schema: ["type": "string"],
          type: "application/openmetrics-text")
      ], asksToken: true),
  ]

  private static let readiness: JSONValue = [
    "type": "object", "required": ["ready"],
    "properties": ["ready": ["type": "boolean"], "why": ["type": "string"]],
  ]

  private static func text(of names: [String]) -> JSONValue {
    [
      "type": "object", "required": JSONValue(.array(names.map { JSONValue(.string($0)) })),
      "properties": JSONValue(
        .object(JSONObject(names.map { .init($0, ["type": "string"]) }))),
    ]
  }

  /// As the OpenAPI document has it: without an `operationId`.
  var description: JSONValue {
    var responses = JSONObject()
    for result in results {
      responses[String(result.status)] = [
        "description": JSONValue(.string(result.summary)),
        "content": [result.type: ["schema": result.schema ?? [:]]],
      ]
    }
    if asksToken {
      for status in [401, 403, 421] {
        responses[String(status)] = [
          "description": JSONValue(.string(HTTPResponse.Status(code: status).reasonPhrase)),
          "content": ["application/problem+json": ["schema": Operation.reference("Problem")]],
        ]
      }
    }
    return [
      "summary": JSONValue(.string(summary)), "responses": JSONValue(.object(responses)),
      "security": asksToken ? [["token": []], [:]] : [[:]],
    ]
  }
}
