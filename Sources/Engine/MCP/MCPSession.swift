import ProviderModel

/// A session at an MCP server, which a client of a revision with a handshake begins.
///
/// It is never proof of anything: each request brings its token, and the token's client and person have to be those of
/// the session.
struct MCPSession: Sendable, Codable {
  let client: String
  let person: String?
  let revision: MCPRevision
  let ends: Int

  func belongs(to credential: Credential) -> Bool {
    client == credential.grant.client && person == credential.grant.person
  }

  /// The key of a session in the state.
  static func key(_ id: String, _ context: RequestContext) -> String {
    "\(context.provider.id) \(context.place.path) \(id)"
  }

  /// Begins a session, if the server has sessions.
  /// - Returns: the session's ID.
  static func begin(
    _ revision: MCPRevision, _ credential: Credential, _ server: MCPServer,
    _ context: RequestContext
  ) -> String? {
    guard let pattern = server.session else { return nil }
    let id = pattern.draw(using: &context.random)
    let session = MCPSession(
      client: credential.grant.client, person: credential.grant.person, revision: revision,
      ends: context.now + State.mcpSessionLifetime)
    context.state.mcpSessions.insert(
      session, for: key(id, context), ends: session.ends,
      bytes: id.utf8.count + context.place.path.utf8.count + session.client.utf8.count)
    return id
  }

  /// The session that a request names, with any token.
  static func live(_ context: RequestContext) -> MCPSession? {
    context.request.headers.first(.mcpSessionID)
      .flatMap { context.state.mcpSessions[key($0, context)] }
      .flatMap { $0.ends > context.now ? $0 : nil }
  }

  /// The session that a request names, which is the token's.
  static func named(
    _ credential: Credential, _ context: RequestContext
  ) throws(Refusal) -> MCPSession? {
    guard let id = context.request.headers.first(.mcpSessionID) else { return nil }
    guard let session = live(context), session.belongs(to: credential) else {
      throw Refusal(
        .sessionUnknown, at: .mcp, facts: [("value", id)],
        "the session \(id) has ended, or its client or person is not the token's",
        remedy: "send initialize again, without Mcp-Session-Id")
    }
    return session
  }

  static func missing() -> Refusal {
    Refusal(
      .sessionMissing, at: .mcp, "the request has no Mcp-Session-Id",
      remedy: "send initialize first, and the session ID of its answer with each request")
  }
}
