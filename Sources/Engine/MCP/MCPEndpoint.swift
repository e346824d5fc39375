import Basics
import HTTPTypes
import ProviderModel

/// A protected MCP server over streamable HTTP: who calls comes before what they call.
enum MCPEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    guard let server = context.endpoint.service.mcp else {
      return Outcome(.answered(context.endpoint.service.answer), .answered)
    }
    try MCPAccess.checkOrigin(context)
    let credential = try MCPAccess.credential(server, context)
    if context.request.method == .delete { return try end(server, credential, context) }
    try MCPAccess.checkHeaders(context)
    if let unreadable = context.reading.unreadable { throw unreadable }
    guard let message = context.reading.message else {
      throw MCPMessage.invalid("body", "the request has no message", "send a JSON-RPC message")
    }
    if message.method == "initialize", message.id != nil {
      return try initialize(message, credential, server, context)
    }
    let revision = try MCPVersion.revision(of: message, credential, server, context)
    guard message.id != nil else { return try accept(message, revision, server) }
    return try answer(message, revision, credential, server, context)
  }

  /// The conditions of what is asked for, which are errors of JSON-RPC alone.
  private static let calls: Set<Condition> = [
    .methodUnsupported, .toolUnknown, .parameterMissing, .parameterInvalid, .itemMissing,
  ]

  /// In a session, an error of JSON-RPC is an ordinary answer of HTTP: 404 would end the session.
  static func inBand(_ refusal: Refusal, _ context: RequestContext) -> Refusal {
    guard calls.contains(refusal.condition), let server = context.endpoint.service.mcp,
      let message = context.reading.message,
      MCPVersion.followsHandshake(message, server, context)
    else { return refusal }
    var refusal = refusal
    refusal.status = 200
    return refusal
  }

  // MARK: Messages without an answer

  private static func accept(
    _ message: MCPMessage, _ revision: MCPRevision, _ server: MCPServer
  ) throws(Refusal) -> Outcome {
    guard !message.isResponse || revision.hasHandshake else {
      throw MCPMessage.invalid(
        "method", "the message is a response, and the server asks for none",
        "send requests and notifications only")
    }
    var outcome = Outcome(.answered(server.accepted), .answered)
    outcome.why =
      message.isResponse ? "a response was received" : "\(message.method) was received"
    return outcome
  }

  private static func end(
    _ server: MCPServer, _ credential: Credential, _ context: RequestContext
  ) throws(Refusal) -> Outcome {
    guard try MCPSession.named(credential, context) != nil,
      let id = context.request.headers.first(.mcpSessionID)
    else { throw MCPSession.missing() }
    context.state.mcpSessions.remove(MCPSession.key(id, context))
    var outcome = Outcome(.answered(server.ended), .answered)
    outcome.why = "the session has ended"
    return outcome
  }

  // MARK: Requests

  private static func initialize(
    _ message: MCPMessage, _ credential: Credential, _ server: MCPServer,
    _ context: RequestContext
  ) throws(Refusal) -> Outcome {
    guard let asked = message.params["protocolVersion"]?.stringValue else {
      throw Refusal(
        .parameterMissing, at: .mcp, facts: [("param", "protocolVersion")],
        "initialize has no protocolVersion",
        clause: "MCP 2025-11-25, Lifecycle: Initialization", remedy: "send protocolVersion")
    }
    guard let newest = server.handshakes.first else {
      throw MCPVersion.unsupportedHandshake(asked, server)
    }
    let revision = server.revision(asked).flatMap { $0.hasHandshake ? $0 : nil } ?? newest
    let session = MCPSession.begin(revision, credential, server, context)
    context.facts.mcp?.session = session
    return answered(
      MCPResults.initialized(revision, server, context),
      "initialize agreed on \(revision.rawValue)", context)
  }

  private static func answer(
    _ message: MCPMessage, _ revision: MCPRevision, _ credential: Credential,
    _ server: MCPServer, _ context: RequestContext
  ) throws(Refusal) -> Outcome {
    let version = revision.rawValue
    switch message.method {
    case "ping" where revision.hasHandshake:
      return answered(JSONObject(), "ping (MCP \(version))", context)
    case "server/discover" where !revision.hasHandshake:
      return answered(
        MCPResults.discovered(server, context), "server/discover (MCP \(version))", context)
    case "tools/list":
      return answered(
        MCPResults.tools(revision, context), "tools/list (MCP \(version))", context)
    case "tools/call":
      return try MCPToolCall.decide(message, revision, credential, context)
    default:
      throw Refusal(
        .methodUnsupported, at: .mcp, facts: [("value", message.method)],
        "the method \(message.method) is not one of MCP \(version) that this server has",
        remedy: "send tools/list or tools/call")
    }
  }

  static func answered(
    _ result: JSONObject, _ why: String, _ context: RequestContext
  ) -> Outcome {
    context.facts.mcp?.result = JSONValue(.object(result))
    var outcome = Outcome(.answered(context.endpoint.service.answer), .answered)
    outcome.why = why
    return outcome
  }
}
