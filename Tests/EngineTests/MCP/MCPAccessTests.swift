import Basics
import ProviderModel
import Testing

/// What an MCP server wants of a request before its message counts.
@Suite("Access to an MCP server")
struct MCPAccessTests {
  private static let list = Visitor.message("tools/list")

  @Test("needs a token: without one, 401 says where the metadata is and which scope to ask for")
  func noToken() throws {
    let visitor = try Visitor("standard")
    try visitor.mcp(Self.list, nil, Visitor.modern("tools/list"))
    #expect(visitor.status == 401 && visitor.condition == .tokenMissing)
    #expect(
      visitor.challenge
        == "Bearer realm=\"standard\", resource_metadata=\"http://\(Visitor.host)/.well-known/oauth-protected-resource/standard/mcp\", scope=\"mcp:read\""
    )
  }

  @Test("comes before the message: who may not call learns nothing of what they sent")
  func tokenFirst() throws {
    let visitor = try Visitor("standard")
    try visitor.mcp("no JSON", nil, accept: nil, type: nil)
    #expect(visitor.status == 401)
  }

  @Test(
    "needs a token for its own audience",
    arguments: [
      (Visitor.mcpURL, true), (Visitor.mcpURL.replacing("http:", with: "HTTP:"), true),
      (Visitor.mcpURL.uppercased(), false), ("http://\(Visitor.host)/standard", true),
      ("http://\(Visitor.host)/standard/", true), ("https://api.example.test", false),
      (Visitor.mcpURL + "/", false), (Visitor.mcpURL + "/calendar", false), ("", false),
    ])
  func audience(resource: String, isAccepted: Bool) throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken(resource: resource)
    try visitor.mcp(Self.list, token, Visitor.modern("tools/list"))
    #expect(visitor.status == (isAccepted ? 200 : 401))
    guard !isAccepted else { return }
    #expect(visitor.condition == .tokenOtherAudience)
    #expect(visitor.challenge.contains("error=\"invalid_token\""))
    #expect(visitor.told.remedy?.contains("resource=\(Visitor.mcpURL)") == true)
  }

  @Test(
    "that a cast adds needs a token for that server: one for the issuer is for the provider's own",
    arguments: [
      (Visitor.mcpURL + "/calendar", true), (Visitor.mcpURL, false),
      ("http://\(Visitor.host)/standard", false), ("http://\(Visitor.host)/standard/", false),
    ])
  func addedAudience(resource: String, isAccepted: Bool) throws {
    let visitor = try Visitor("standard", cast: ResourceMetadataTests.cast)
    let token = try visitor.mcpToken("calendar:read", resource: resource)
    try visitor.mcp(
      Self.list, token, Visitor.modern("tools/list"), at: "/standard/mcp/calendar")
    #expect(visitor.status == (isAccepted ? 200 : 401))
    #expect(visitor.condition == (isAccepted ? nil : .tokenOtherAudience))
  }

  @Test("needs the scopes of every call, and names all of them in one challenge")
  func scopes() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken("openid")
    try visitor.callTool("add_note", token, arguments: "{\"text\":\"a\"}")
    #expect(visitor.status == 403 && visitor.condition == .scopeInsufficient)
    #expect(visitor.challenge.contains("error=\"insufficient_scope\""))
    #expect(visitor.challenge.contains("scope=\"mcp:read\""))
  }

  @Test("of a tool needs the tool's scopes, too")
  func toolScopes() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.callTool("whoami", token)
    #expect(visitor.status == 200)
    try visitor.callTool("add_note", token, arguments: "{\"text\":\"a\"}")
    #expect(visitor.status == 403)
    #expect(visitor.challenge.contains("scope=\"mcp:read mcp:write\""))
    #expect(visitor.challenge.contains("resource_metadata=\"http://"))
    #expect(
      visitor.told.why
        == "the tool add_note needs the scope mcp:read mcp:write; the token lacks mcp:write")
  }

  @Test("with a token that has expired is refused with 401")
  func expired() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    visitor.now += 3601
    try visitor.callTool("whoami", token)
    #expect(visitor.status == 401 && visitor.condition == .tokenExpired)
    #expect(visitor.challenge.contains("error=\"invalid_token\""))
  }

  @Test("takes a token in the Authorization header alone")
  func query() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(
      Self.list, nil, Visitor.modern("tools/list"), at: "/standard/mcp?access_token=\(token)")
    #expect(visitor.status == 401 && visitor.condition == .tokenMissing)
  }

  @Test(
    "needs both types in Accept",
    arguments: [
      (nil, false), ("application/json", false), ("text/event-stream", false), ("text/html", false),
      ("*/*", true), ("text/event-stream;q=0.5, application/json", true),
      ("application/*, text/*", true),
    ] as [(String?, Bool)])
  func accept(header: String?, isAccepted: Bool) throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(Self.list, token, Visitor.modern("tools/list"), accept: header)
    #expect(visitor.status == (isAccepted ? 200 : 406))
    #expect(visitor.condition == (isAccepted ? nil : .acceptIncomplete))
  }

  @Test(
    "needs a body of JSON",
    arguments: [
      (nil, 415), ("text/plain", 415), ("application/json; charset=utf-8", 200),
      ("Application/JSON", 200),
    ] as [(String?, Int)])
  func contentType(header: String?, status: Int) throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(Self.list, token, Visitor.modern("tools/list"), type: header)
    #expect(visitor.status == status)
    #expect(visitor.condition == (status == 200 ? nil : .contentTypeUnsupported))
  }

  @Test(
    "is for pages on loopback and at the server's own hosts",
    arguments: [
      ("http://localhost:6274", 200), ("http://127.0.0.1:3000", 200), ("http://standard.test", 200),
      ("https://evil.example", 403), ("null", 403), ("", 403),
    ])
  func origin(origin: String, status: Int) throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp(Self.list, token, Visitor.modern("tools/list") + [("Origin", origin)])
    #expect(visitor.status == status)
    #expect(visitor.condition == (status == 200 ? nil : .originForbidden))
  }

  @Test("by GET is refused: no stream is offered")
  func get() throws {
    let visitor = try Visitor("standard")
    try visitor.call(.get, "/standard/mcp", [("Accept", "text/event-stream")])
    #expect(visitor.status == 405)
    #expect(visitor.headers[.allow] == "POST, DELETE, OPTIONS")
    // A client in a page goes on without a stream only if it can read that there is none.
    try visitor.call(.get, "/standard/mcp", [("Origin", "http://127.0.0.1:6274")])
    #expect(visitor.status == 405)
    #expect(visitor.headers[.accessControlAllowOrigin] == "http://127.0.0.1:6274")
  }

  @Test("of a page of another origin may read challenge and session")
  func cors() throws {
    let visitor = try Visitor("standard")
    try visitor.mcp(Self.list, nil, [("Origin", "http://localhost:6274")])
    #expect(visitor.headers[.accessControlExposeHeaders] == "WWW-Authenticate, Mcp-Session-Id")
  }

  /// Alice allows `mcp:read`, then a client asks for `mcp:write`.
  private func stepUp(_ visitor: Visitor, scope: String) throws -> [String] {
    let start =
      "/standard/authorize?client_id=web&redirect_uri=http://127.0.0.1:7999/cb&response_type=code"
      + "&resource=\(Visitor.mcpURL)&scope="
    visitor.open(start + "mcp:read").submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["decision": "allow"])
    visitor.open(start + scope)
    #expect(visitor.page.contains("change things through MCP tools"))
    visitor.submit(["decision": "allow"])
    try visitor.post(
      "/standard/token",
      fields: [
        "grant_type": "authorization_code", "code": visitor.parameter("code"), "client_id": "web",
        "client_secret": StandardVisitor.secret, "redirect_uri": "http://127.0.0.1:7999/cb",
      ])
    return try visitor.member("scope").split(separator: " ").map(String.init).sorted()
  }

  @Test("a client that asks again for its scopes and one more is asked about one, and has both")
  func union() throws {
    let visitor = try Visitor("standard")
    #expect(try stepUp(visitor, scope: "mcp:read+mcp:write") == ["mcp:read", "mcp:write"])
  }

  @Test("a client that asks for one more alone has that alone, unless the server adds up")
  func accumulated() throws {
    #expect(try stepUp(Visitor("standard"), scope: "mcp:write") == ["mcp:write"])
    let adding = try Visitor("standard", with: ["scope-union"])
    #expect(try stepUp(adding, scope: "mcp:write") == ["mcp:read", "mcp:write"])
  }
}
