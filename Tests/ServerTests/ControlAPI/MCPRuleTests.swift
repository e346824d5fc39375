import Basics
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
}
