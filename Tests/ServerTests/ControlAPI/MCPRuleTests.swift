import Basics
import HTTPTypes
import ProviderModel
import Testing

/// Rules about an MCP server.
@Suite("A rule at an MCP server")
struct MCPRuleTests {
  private static func message(_ tool: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"\(tool)\"}}"
  }

  @Test("matches a tool, and orders a step-up whose challenge names every scope")
  func stepUp() throws {
    let stage = try RuleStage()
    try stage.rules([
      "id": "r",
      "match": [
        "endpoint": "mcp",
        "when": [
          "all": [["eq": ["{{mcp.tool}}", "whoami"]], ["eq": ["{{mcp.method}}", "tools/call"]]]
        ],
      ],
      "then": ["condition": "scope_insufficient"],
    ])
    let refused = try stage.send(.post, "/standard/mcp", form: Self.message("whoami"))
    #expect(refused.status.code == 403 && refused.rule == "r")
    #expect(refused.headers[.wwwAuthenticate]?.contains("scope=\"mcp:read mcp:write\"") == true)
    #expect(try stage.send(.post, "/standard/mcp", form: Self.message("add_note")).rule == nil)
  }

  @Test("orders an error of JSON-RPC, with the message's id")
  func error() throws {
    let stage = try RuleStage()
    try stage.rules([
      "id": "r", "match": ["provider": "standard", "endpoint": "mcp"],
      "then": ["condition": "session_unknown"],
    ])
    let refused = try stage.send(.post, "/standard/mcp", form: Self.message("whoami"))
    #expect(refused.status.code == 404)
    let body = try JSONReader().read(refused.body, file: "answer").root
    #expect(body["id"]?.integerValue == 9 && body["error"]?["code"]?.integerValue == -32600)
  }

  /// A client of the server, with a session.
  private final class Client {
    let stage: RuleStage
    let token: String
    private(set) var session = ""

    init() throws {
      stage = try RuleStage()
      let minted = try stage.order(
        .post, "/tokens",
        [
          "provider": "standard", "client": "web", "person": "alice", "issues": ["access"],
          "scopes": ["mcp:read"], "audiences": ["http://localhost/standard/mcp"],
        ])
      token = try #require(minted["access_token"]?.stringValue)
      let hello = try send("initialize", ["protocolVersion": "2025-11-25"], [:])
      session = try #require(hello.headers.first { $0.name == "Mcp-Session-Id" }?.value)
    }

    func send(
      _ method: String, _ parameters: JSONValue = [:], _ more: Headers? = nil
    ) throws -> Answer {
      var headers: Headers = [
        .authorization: "Bearer \(token)", .accept: "application/json, text/event-stream",
      ]
      for field in more ?? [.mcpSessionID: session, .mcpProtocolVersion: "2025-11-25"] {
        headers.append(field)
      }
      let message: JSONValue = [
        "jsonrpc": "2.0", "id": 5, "method": .init(stringLiteral: method), "params": parameters,
      ]
      return try stage.house.send(.post, "/standard/mcp", message, headers: headers)
    }

    func order(_ condition: String) throws {
      try stage.rules([
        "id": "r", "match": ["provider": "standard", "endpoint": "mcp"],
        "then": ["condition": .init(stringLiteral: condition)],
      ])
    }
  }

  @Test(
    "orders what the server itself refuses, with the same status and text",
    arguments: [
      ("method_unsupported", "resources/list", [:], nil, 200),
      ("tool_unknown", "tools/call", ["name": "nothing"], nil, 200),
      ("parameter_missing", "tools/call", [:], nil, 200),
      ("parameter_invalid", "tools/call", ["name": "whoami", "arguments": 7], nil, 200),
      ("parameter_missing", "initialize", [:], [:], 400),
      ("version_unsupported", "tools/list", [:], [.mcpProtocolVersion: "1900-01-01"], 400),
      ("header_mismatch", "server/discover", meta("2026-07-28"), [:], 400),
      ("session_missing", "tools/list", [:], [.mcpProtocolVersion: "2025-11-25"], 400),
      ("session_unknown", "tools/list", [:], [.mcpSessionID: "other"], 404),
      ("origin_forbidden", "tools/list", [:], [.origin: "https://evil.example"], 403),
    ] as [(String, String, JSONValue, Headers?, Int)])
  func asOwn(
    condition: String, method: String, parameters: JSONValue, headers: Headers?, status: Int
  ) throws {
    let client = try Client()
    let own = try client.send(method, parameters, headers)
    #expect(own.status.code == status, "\(own.text)")
    try client.order(condition)
    let ordered = try client.send(method, parameters, headers)
    #expect(ordered.rule == "r")
    #expect(ordered.status == own.status)
    #expect(ordered.text == own.text)
  }

  private static func meta(_ version: String) -> JSONValue {
    ["_meta": ["io.modelcontextprotocol/protocolVersion": .init(stringLiteral: version)]]
  }

  @Test("orders each condition of the server, and no text has an empty place")
  func each() throws {
    let client = try Client()
    for declaration in Condition.declarations where declaration.catalogue == .mcp {
      try client.order(declaration.condition.name)
      let headers: Headers = [
        .origin: "http://localhost:1", .mcpSessionID: "other", .mcpProtocolVersion: "2025-11-25",
      ]
      let refused = try client.send("tools/call", ["name": "whoami"], headers)
      #expect(refused.rule == "r" && refused.status.code >= 400)
      let body = try refused.json()
      let text = body["error"]?["message"]?.stringValue ?? body["error_description"]?.stringValue
      // The address of the server itself has no name of a resource.
      guard declaration.condition != .resourceUnknown else { continue }
      #expect(text.map { !$0.contains(" .") && !$0.contains("  ") } == true, "\(refused.text)")
    }
  }

  @Test("a standing answer adds up scopes, too, where the server does")
  func union() throws {
    let stage = try RuleStage()
    try stage.order(.put, "/providers/standard/quirks", ["with": ["scope-union"]])
    func scopes(_ scope: String) throws -> Set<Substring> {
      let answer = try stage.send(
        "/standard/authorize?client_id=web&redirect_uri=\(RuleStage.callback)&response_type=code"
          + "&scope=\(scope)")
      let tokens = try stage.redeem(try #require(answer.parameter("code"))).json()
      return Set(tokens["scope"]?.stringValue?.split(separator: " ") ?? [])
    }
    #expect(try scopes("mcp:read") == ["mcp:read"])
    #expect(try scopes("mcp:write") == ["mcp:read", "mcp:write"])
  }
}
