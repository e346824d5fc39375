import Basics
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// Sessions at an MCP server, of revisions that begin with `initialize`.
@Suite("Sessions at an MCP server")
struct MCPSessionTests {
  private static let list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"

  private func session(_ id: String?, _ version: String? = "2025-11-25") -> [(String, String)] {
    (id.map { [("Mcp-Session-Id", $0)] } ?? [])
      + (version.map { [("MCP-Protocol-Version", $0)] } ?? [])
  }

  @Test(
    "initialize agrees on the revision that the client asks for, else on the newest with a handshake",
    arguments: [
      ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2026-07-28", "2025-11-25"),
      ("2024-11-05", "2025-11-25"),
    ])
  func negotiation(asked: String, agreed: String) throws {
    let visitor = try Visitor("standard")
    let id = try visitor.initialize(visitor.mcpToken(), asked)
    #expect(try visitor.document["result"]?["protocolVersion"]?.stringValue == agreed)
    #expect(id?.utf8.count == 32)
  }

  @Test("a server without a handshake says how to do without initialize")
  func noHandshake() throws {
    let visitor = try StandardVisitor(
      patch: #"{"endpoints": {"mcp": {"mcp": {"revisions": ["2026-07-28"], "session": null}}}}"#
    ).visitor
    let token = try visitor.mcpToken()
    try visitor.initialize(token, "2026-07-28")
    #expect(visitor.condition == .versionUnsupported)
    #expect(visitor.told.why == "initialize asks for 2026-07-28, which has no handshake")
    #expect(visitor.told.remedy?.hasPrefix("leave initialize out") == true)
    try visitor.initialize(token, "2025-11-25")
    #expect(visitor.told.why == "the protocol version 2025-11-25 is not one of this server")
  }

  @Test("a request names its session: without one it is 400, with an unknown one 404")
  func ids() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    let id = try visitor.initialize(token)
    try visitor.mcp(Self.list, token, session(id))
    #expect(visitor.status == 200)
    #expect(try visitor.document["result"]?["resultType"] == nil)
    try visitor.mcp(Self.list, token, session(nil))
    #expect(visitor.status == 400 && visitor.condition == .sessionMissing)
    try visitor.mcp(Self.list, token, session("other"))
    #expect(visitor.status == 404 && visitor.condition == .sessionUnknown)
  }

  @Test("a session is no token, and belongs to its client and person")
  func owner() throws {
    let visitor = try Visitor("standard")
    let id = try visitor.initialize(visitor.mcpToken())
    try visitor.mcp(Self.list, nil, session(id))
    #expect(visitor.status == 401)
    let bob = try visitor.bobToken()
    try visitor.mcp(Self.list, bob, session(id))
    #expect(visitor.status == 404 && visitor.condition == .sessionUnknown)
  }

  @Test("a session goes on with a token of more scope")
  func stepUp() throws {
    let visitor = try Visitor("standard")
    let id = try visitor.initialize(visitor.mcpToken())
    let token = try visitor.mcpToken("mcp:read mcp:write")
    try visitor.mcp(
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"add_note\",\"arguments\":{\"text\":\"a\"}}}",
      token, session(id))
    #expect(visitor.status == 200)
    #expect(try visitor.document["result"]?["isError"]?.boolValue == false)
  }

  @Test("a session has one revision, which a request may leave out but not change")
  func revision() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    let id = try visitor.initialize(token)
    try visitor.mcp(Self.list, token, session(id, nil))
    #expect(visitor.status == 200)
    try visitor.mcp(Self.list, token, session(id, "2025-06-18"))
    #expect(visitor.status == 400 && visitor.condition == .headerMismatch)
  }

  @Test("a version in _meta is no matter of a session, unless that version has no handshake")
  func metadata() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    let id = try visitor.initialize(token)
    func message(_ version: String) -> String {
      Visitor.message("tools/list").replacing("2026-07-28", with: version)
    }
    try visitor.mcp(message("2025-11-25"), token, session(id))
    #expect(visitor.status == 200)
    try visitor.mcp(message("2099-01-01"), token, session(id))
    #expect(visitor.status == 200)
    try visitor.mcp(message("2099-01-01"), token, session(nil, nil))
    #expect(visitor.status == 400 && visitor.condition == .versionUnsupported)
    try visitor.mcp(message("2025-11-25"), token, session(nil))
    #expect(visitor.status == 400 && visitor.condition == .sessionMissing)
    try visitor.mcp(message("2026-07-28"), token, session(id))
    #expect(visitor.status == 400 && visitor.condition == .headerMismatch)
  }

  @Test("a response is accepted, as sessions have requests of the server")
  func response() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    let id = try visitor.initialize(token)
    try visitor.mcp("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", token, session(id))
    #expect(visitor.status == 202)
  }

  @Test("DELETE ends a session, and time does")
  func end() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    let id = try visitor.initialize(token)
    let fields = [("Authorization", "Bearer \(token)")] + session(id)
    try visitor.call(.delete, "/standard/mcp", fields)
    #expect(visitor.status == 204)
    try visitor.call(.delete, "/standard/mcp", fields)
    #expect(visitor.status == 404)
    try visitor.call(.delete, "/standard/mcp", [("Authorization", "Bearer \(token)")])
    #expect(visitor.status == 400 && visitor.condition == .sessionMissing)
    let other = try visitor.initialize(token)
    visitor.now += 86_400
    let later = try visitor.mcpToken()
    try visitor.mcp(Self.list, later, session(other))
    #expect(visitor.status == 404)
  }

  @Test("errors of JSON-RPC are ordinary answers in a session, as 404 would end it")
  func inBand() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    let id = try visitor.initialize(token)
    try visitor.mcp(
      "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"server/discover\"}", token, session(id))
    #expect(visitor.status == 200 && visitor.condition == .methodUnsupported)
    #expect(try visitor.errorCode == -32601)
    try visitor.mcp("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"ping\"}", token, session(id))
    #expect(try visitor.document["result"]?.objectValue?.isEmpty == true)
  }

  @Test(
    "wrong arguments are a result that a model reads, and a protocol error in 2025-06-18",
    arguments: [("2025-11-25", true), ("2025-06-18", false)])
  func arguments(version: String, isResult: Bool) throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken("mcp:read mcp:write")
    let id = try visitor.initialize(token, version)
    try visitor.mcp(
      "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"add_note\"}}",
      token, session(id, version))
    #expect(visitor.status == 200)
    #expect(try visitor.document["result"]?["isError"]?.boolValue == (isResult ? true : nil))
    #expect(try visitor.errorCode == (isResult ? nil : -32602))
  }

  @Test("initialize without a version is refused")
  func noVersion() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken()
    try visitor.mcp("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}", token)
    #expect(visitor.status == 400 && visitor.condition == .parameterMissing)
  }

  @Test("sessions are bounded: the oldest ones make room")
  func bounded() {
    let state = State()
    let session = MCPSession(client: "web", person: nil, revision: .june2025, ends: 10)
    for number in 0...State.mostMCPSessions {
      state.mcpSessions.insert(session, for: "\(number)", ends: 10, bytes: 1)
    }
    #expect(state.mcpSessions.count == State.mostMCPSessions && state.mcpSessions["0"] == nil)
    state.mcpSessions.insert(session, for: "large", ends: 10, bytes: State.mostMCPSessionBytes)
    #expect(state.mcpSessions.count == 1)
    _ = state.clean(at: 10)
    #expect(state.mcpSessions.isEmpty)
  }
}

extension Visitor {
  fileprivate func bobToken() throws -> String {
    try passwordGrant(
      "mcp:read", ["resource": Self.mcpURL, "password": "builder"], as: "bob")
    return try member("access_token")
  }
}

/// The switch between revisions: quirks of one group.
@Suite("Revisions of MCP")
struct MCPRevisionTests {
  @Test("mcp-2026-07-28 has no handshake, and says so to clients that begin with one")
  func modernOnly() throws {
    let visitor = try Visitor("standard", with: ["mcp-2026-07-28"])
    let token = try visitor.mcpToken()
    #expect(try visitor.initialize(token) == nil)
    #expect(visitor.status == 400 && visitor.condition == .versionUnsupported)
    #expect(try visitor.document["error"]?["data"]?["supported"]?.arrayValue == ["2026-07-28"])
    try visitor.callTool("whoami", token)
    #expect(visitor.status == 200)
    try visitor.call(.delete, "/standard/mcp")
    #expect(visitor.status == 405)
  }

  @Test("earlier revisions refuse a request that says its own version, with no code of later ones")
  func legacyOnly() throws {
    for quirk in ["mcp-2025-11-25", "mcp-2025-06-18"] {
      let visitor = try Visitor("standard", with: [quirk])
      let token = try visitor.mcpToken()
      try visitor.callTool("whoami", token)
      #expect(visitor.status == 400 && visitor.condition == .versionUnsupported)
      #expect(try visitor.errorCode == -32600)
      try visitor.initialize(token, "2025-06-18")
      #expect(try visitor.document["result"]?["protocolVersion"] == "2025-06-18")
    }
  }

  @Test("challenges of 2025-06-18 name no scope")
  func challenge() throws {
    let visitor = try Visitor("standard", with: ["mcp-2025-06-18"])
    try visitor.mcp("{}", nil)
    #expect(
      visitor.challenge.contains("resource_metadata=") && !visitor.challenge.contains("scope="))
  }
}
