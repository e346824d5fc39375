import Testing

/// An MCP client from its first request to a tool that needs more scope, byte for byte.
@Suite("Transcripts of an MCP client")
struct MCPTranscriptTests {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let start =
    "/standard/authorize?client_id=native&redirect_uri=http://127.0.0.1:7999/cb&response_type=code"
    + "&code_challenge=\(challenge)&code_challenge_method=S256&resource=\(Visitor.mcpURL)&state=a&scope="

  private func redeem(_ visitor: Visitor) throws -> String {
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": visitor.parameter("code"),
        "redirect_uri": "http://127.0.0.1:7999/cb", "client_id": "native",
        "code_verifier": Self.verifier, "resource": Visitor.mcpURL,
      ])
    return try visitor.member("access_token")
  }

  @Test("of discovery, sign-in, a tool and step-up")
  func story() throws {
    let visitor = try Visitor("standard")
    try visitor.mcp(
      Visitor.message("server/discover"), nil, Visitor.modern("server/discover"))
    try visitor.call(.get, "/.well-known/oauth-protected-resource/standard/mcp")
    visitor.open(Self.start + "mcp:read")
    visitor.submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["decision": "allow"])
    var token = try redeem(visitor)
    try visitor.mcp(
      Visitor.message("server/discover"), token, Visitor.modern("server/discover"))
    try visitor.mcp(Visitor.message("tools/list"), token, Visitor.modern("tools/list"))
    try visitor.callTool("whoami", token)
    try visitor.callTool("add_note", token, arguments: "{\"text\":\"Buy milk\"}")
    visitor.open(Self.start + "mcp:read+mcp:write").submit(["decision": "allow"])
    token = try redeem(visitor)
    try visitor.callTool("add_note", token, arguments: "{\"text\":\"Buy milk\"}")
    try visitor.callTool("list_notes", token)
    try TranscriptTests.compare("standard-mcp", visitor)
  }

  @Test("of a session of 2025-11-25")
  func session() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    visitor.begin()
    let id = try visitor.initialize(token) ?? ""
    let fields = [("Mcp-Session-Id", id), ("MCP-Protocol-Version", "2025-11-25")]
    try visitor.mcp(
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", token, fields)
    try visitor.mcp(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"whoami\",\"arguments\":{}}}",
      token, fields)
    try visitor.mcp("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/list\"}", token, fields)
    try visitor.call(.delete, "/standard/mcp", [("Authorization", "Bearer \(token)")] + fields)
    try visitor.mcp("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}", token, fields)
    try TranscriptTests.compare("standard-mcp-session", visitor)
  }

  @Test("of wrong requests")
  func errors() throws {
    let visitor = try Visitor("standard")
    let other = try visitor.mcpToken(resource: "https://api.example.test")
    let token = try visitor.mcpToken()
    visitor.begin()
    try visitor.callTool("whoami", other)
    try visitor.callTool("whoami", "unknown")
    try visitor.mcp("[]", token, Visitor.modern("ping"))
    try visitor.mcp("{", token, Visitor.modern("ping"))
    try visitor.mcp(
      Visitor.message("tools/list"), token, Visitor.modern("tools/list", version: "1900-01-01"))
    try visitor.callTool("nothing", token)
    try visitor.mcp(
      Visitor.message("tools/list"), token, Visitor.modern("tools/list"), accept: "text/html")
    try visitor.mcp(
      Visitor.message("tools/list"), token,
      Visitor.modern("tools/list") + [("Origin", "https://evil.example")])
    try visitor.call(.get, "/standard/mcp")
    try visitor.call(.get, "/.well-known/oauth-protected-resource/standard/mcp/nothing")
    try TranscriptTests.compare("standard-mcp-errors", visitor)
  }
}
