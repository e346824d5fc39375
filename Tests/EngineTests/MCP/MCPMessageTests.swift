import Basics
import ProviderModel
import Testing

/// Messages of JSON-RPC, and what an MCP server answers to wrong ones.
@Suite("Messages to an MCP server")
struct MCPMessageTests {
  @Test(
    "that are no JSON-RPC are refused with the code of JSON-RPC",
    arguments: [
      ("", -32700, Condition.bodyUnreadable), ("{", -32700, .bodyUnreadable),
      (String(repeating: "[", count: 40), -32700, .bodyUnreadable),
      (
        "{\"a\":" + String(repeating: "[", count: 33) + String(repeating: "]", count: 33) + "}",
        -32700, .bodyUnreadable
      ),
      (
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"id\":4,\"method\":\"ping\"}", -32700, .bodyUnreadable
      ),
      (
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\",\"params\":{\"a\":1,\"a\":2}}", -32700,
        .bodyUnreadable
      ),
      ("[]", -32600, .batchUnsupported),
      ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", -32600, .batchUnsupported),
      ("7", -32600, .messageInvalid), ("null", -32600, .messageInvalid),
      ("{\"id\":1,\"method\":\"ping\"}", -32600, .messageInvalid),
      ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", -32600, .messageInvalid),
      ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600, .messageInvalid),
      ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", -32600, .messageInvalid),
      ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", -32600, .messageInvalid),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", -32600, .messageInvalid),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\"}", -32600, .messageInvalid),
      ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600, .messageInvalid),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", -32600, .messageInvalid),
    ])
  func malformed(body: String, code: Int, condition: Condition) throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(body, token, Visitor.modern("ping"))
    #expect(visitor.status == 400)
    #expect(visitor.condition == condition)
    #expect(try visitor.errorCode == code)
    #expect(try visitor.document["id"] == nil)
  }

  @Test(
    "since 2026-07-28 carry their version in a header and in the message, and both agree",
    arguments: [
      ([], Visitor.message("tools/list"), -32020, Condition.headerMismatch),
      (
        Visitor.modern("tools/list", version: "1900-01-01"), Visitor.message("tools/list"), -32022,
        .versionUnsupported
      ),
      (
        Visitor.modern("tools/list", version: "2025-11-25"), Visitor.message("tools/list"), -32020,
        .headerMismatch
      ),
      (
        [("MCP-Protocol-Version", "2026-07-28")], Visitor.message("tools/list"), -32020,
        .headerMismatch
      ),
      (Visitor.modern("tools/call"), Visitor.message("tools/list"), -32020, .headerMismatch),
      (
        Visitor.modern("tools/list") + [("Mcp-Method", "tools/list")],
        Visitor.message("tools/list"), -32020, .headerMismatch
      ),
      (
        Visitor.modern("tools/call", name: "whoami") + [("Mcp-Name", "add_note")],
        Visitor.message("tools/call", "\"name\":\"whoami\""), -32020, .headerMismatch
      ),
      (
        Visitor.modern("tools/call"), Visitor.message("tools/call", "\"name\":\"whoami\""), -32020,
        .headerMismatch
      ),
      (
        Visitor.modern("tools/call", name: "add_note"),
        Visitor.message("tools/call", "\"name\":\"whoami\""), -32020, .headerMismatch
      ),
      (
        Visitor.modern("tools/list"), "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
        -32602, .parameterMissing
      ),
      (
        Visitor.modern("tools/list"),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}",
        -32602, .parameterMissing
      ),
    ] as [([(String, String)], String, Int, Condition)])
  func versions(headers: [(String, String)], body: String, code: Int, condition: Condition) throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(body, token, headers)
    #expect(visitor.status == 400)
    #expect(try visitor.errorCode == code)
    #expect(visitor.condition == condition)
  }

  @Test("of an unknown version are told the versions that there are")
  func supported() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(
      Visitor.message("tools/list"), token, Visitor.modern("tools/list", version: "1900-01-01"))
    let data = try visitor.document["error"]?["data"]
    #expect(data?["supported"]?.arrayValue == ["2026-07-28", "2025-11-25", "2025-06-18"])
    #expect(data?["requested"] == "1900-01-01")
  }

  @Test("may name a tool in base64")
  func base64Name() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(
      Visitor.message("tools/call", "\"name\":\"whoami\""), token,
      Visitor.modern("tools/call", name: "=?base64?d2hvYW1p?="))
    #expect(visitor.status == 200)
  }

  @Test(
    "with a method or a tool that the server does not have",
    arguments: [
      ("resources/list", "", 404, -32601, Condition.methodUnsupported),
      ("ping", "", 404, -32601, .methodUnsupported),
      ("tools/call", "\"name\":\"nothing\"", 400, -32602, .toolUnknown),
      ("tools/call", "", 400, -32602, .parameterMissing),
      ("tools/call", "\"name\":\"whoami\",\"arguments\":7", 400, -32602, .parameterInvalid),
    ])
  func unknown(
    method: String, parameters: String, status: Int, code: Int, condition: Condition
  ) throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    let name = parameters.components(between: "\"name\":\"", and: "\"").first
    try visitor.mcp(
      Visitor.message(method, parameters), token, Visitor.modern(method, name: name))
    #expect(visitor.status == status && visitor.condition == condition)
    #expect(try visitor.errorCode == code)
    #expect(try visitor.document["id"]?.integerValue == 7)
  }

  @Test("that are notifications are accepted without a body")
  func notification() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}", token,
      [("MCP-Protocol-Version", "2026-07-28")])
    #expect(visitor.status == 202 && visitor.page.isEmpty)
  }

  @Test("that are responses are refused since 2026-07-28, where the server asks nothing")
  func response() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"_meta\":{}}}", token,
      [("MCP-Protocol-Version", "2026-07-28")])
    #expect(visitor.status == 400 && visitor.condition == .messageInvalid)
    #expect(visitor.told.why == "the message is a response, and the server asks for none")
  }

  @Test("keep the digits of a long id, and a text as id")
  func ids() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    for id in ["12345678901234567", "\"a b\""] {
      try visitor.mcp(
        Visitor.message("tools/list").replacing("\"id\":7", with: "\"id\":\(id)"), token,
        Visitor.modern("tools/list"))
      #expect(visitor.page.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":"))
    }
  }

  @Test("server/discover lists the revisions, and results say who answers")
  func discover() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(
      Visitor.message("server/discover"), token, Visitor.modern("server/discover"))
    let result = try visitor.document["result"]
    #expect(result?["resultType"] == "complete" && result?["cacheScope"] == "private")
    #expect(
      result?["supportedVersions"]?.arrayValue == ["2026-07-28", "2025-11-25", "2025-06-18"])
    #expect(
      result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "Understudy MCP server")
  }
}
