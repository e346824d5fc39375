import Basics
import HTTPTypes
import ProviderModel

/// The revision of the protocol that a request speaks, and what it has to bring for it.
///
/// A server may have revisions of both kinds: requests that say their own version (2026-07-28), and requests of a
/// session that began with `initialize`.
enum MCPVersion {
  private static let metaPrefix = "io.modelcontextprotocol/"
  static let metaVersion = metaPrefix + "protocolVersion"
  static let metaCapabilities = metaPrefix + "clientCapabilities"
  static let metaServer = metaPrefix + "serverInfo"

  static func revision(
    of message: MCPMessage, _ credential: Credential, _ server: MCPServer,
    _ context: RequestContext
  ) throws(Refusal) -> MCPRevision {
    let header = context.request.headers.first(.mcpProtocolVersion)
    let said = message.meta[metaVersion]?.stringValue
    if let header, server.revision(header) == nil { throw unsupported(header, server) }
    if let said, server.revision(said) == nil, !isInSession(header, server, context) {
      throw unsupported(said, server)
    }
    if isSelfContained(header, said, server) {
      return try selfContained(message, header, said, server, context)
    }
    let named = header.flatMap(server.revision)
    let session = try MCPSession.named(credential, context)
    guard session != nil || server.session == nil else { throw MCPSession.missing() }
    if let session, let named, named != session.revision {
      throw mismatch(
        "MCP-Protocol-Version",
        "MCP-Protocol-Version is \(named.rawValue), and initialize agreed on \(session.revision.rawValue)",
        "send MCP-Protocol-Version: \(session.revision.rawValue)", value: named.rawValue)
    }
    guard let revision = session?.revision ?? named else {
      throw missing("MCP-Protocol-Version", "the revision of the answer to initialize")
    }
    return revision
  }

  /// Whether a request says its own version: earlier revisions may have any metadata in `_meta`.
  private static func isSelfContained(
    _ header: String?, _ said: String?, _ server: MCPServer
  ) -> Bool {
    let named = [header, said].compactMap { $0.flatMap(server.revision) }
    return server.handshakes.isEmpty || named.contains { !$0.hasHandshake }
  }

  /// Whether what the client says of itself shows that it goes on after `initialize`.
  private static func isInSession(
    _ header: String?, _ server: MCPServer, _ context: RequestContext
  ) -> Bool {
    header.flatMap(server.revision)?.hasHandshake ?? (MCPSession.live(context) != nil)
  }

  /// Whether a request goes on with what `initialize` agreed on.
  static func followsHandshake(
    _ message: MCPMessage, _ server: MCPServer, _ context: RequestContext
  ) -> Bool {
    let header = context.request.headers.first(.mcpProtocolVersion)
    guard message.id != nil, message.method != "initialize",
      !isSelfContained(header, message.meta[metaVersion]?.stringValue, server)
    else { return false }
    return server.session == nil || MCPSession.live(context) != nil
  }

  static func unsupported(_ text: String, _ server: MCPServer) -> Refusal {
    let known = server.revisions.map(\.rawValue).joined(separator: ", ")
    return Refusal(
      .versionUnsupported, at: .mcp, facts: [("value", text)],
      "the protocol version \(text) is not one of this server",
      remedy: "send one of: \(known)")
  }

  /// A server whose revisions all are without `initialize`.
  static func unsupportedHandshake(_ text: String, _ server: MCPServer) -> Refusal {
    guard let revision = server.revision(text) else { return unsupported(text, server) }
    return Refusal(
      .versionUnsupported, at: .mcp, facts: [("value", text)],
      "initialize asks for \(revision.rawValue), which has no handshake",
      remedy:
        "leave initialize out: send each request with MCP-Protocol-Version: \(revision.rawValue) and the same in _meta.\(metaVersion)"
    )
  }

  // MARK: Requests that say their version

  private static func selfContained(
    _ message: MCPMessage, _ header: String?, _ said: String?, _ server: MCPServer,
    _ context: RequestContext
  ) throws(Refusal) -> MCPRevision {
    guard let header else {
      throw missing("MCP-Protocol-Version", "the value of _meta.\(metaVersion)")
    }
    if let said, said != header {
      throw mismatch(
        "MCP-Protocol-Version",
        "MCP-Protocol-Version is \(header), and _meta.\(metaVersion) is \(said)",
        "send one version in both", value: header)
    }
    // Headers of notifications are not defined.
    if message.id != nil {
      guard said != nil else {
        throw lacking("_meta.\(metaVersion)", "send it, with the value of MCP-Protocol-Version")
      }
      guard message.meta[metaCapabilities]?.objectValue != nil else {
        throw lacking("_meta.\(metaCapabilities)", "send it as an object, such as {}")
      }
      try check("Mcp-Method", .mcpMethod, is: message.method, "method", context)
      if let name = message.params["name"]?.stringValue, message.method == "tools/call" {
        try check("Mcp-Name", .mcpName, is: name, "params.name", context)
      }
    }
    guard let revision = server.revision(header) else {
      throw unsupported(header, server)
    }
    return revision
  }

  private static func check(
    _ name: String, _ field: HTTPField.Name, is value: String, _ member: String,
    _ context: RequestContext
  ) throws(Refusal) {
    let all = context.request.headers[values: field]
    guard let sent = all.first else { throw missing(name, "the value of \(member)") }
    guard all.count == 1 else {
      throw mismatch(
        name, "\(name) is sent \(all.count) times", "send \(name) once", value: sent)
    }
    guard ExactText.same(decoded(sent), value) else {
      throw mismatch(
        name, "\(name) is \(sent), and \(member) is \(value)", "send \(member) in \(name)",
        value: sent)
    }
  }

  /// A value that is no plain ASCII stands as `=?base64?…?=`.
  private static func decoded(_ text: String) -> String {
    let (start, end) = ("=?base64?", "?=")
    guard text.hasPrefix(start), text.hasSuffix(end), text.utf8.count >= start.utf8.count + 2,
      let bytes = Base64.decode(String(text.dropFirst(start.count).dropLast(end.count)))
    else { return text }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Refusals

  private static func missing(_ header: String, _ value: String) -> Refusal {
    mismatch(header, "the header \(header) is missing", "send \(header) with \(value)")
  }

  private static func mismatch(
    _ header: String, _ sentence: String, _ remedy: String, value: String = ""
  ) -> Refusal {
    Refusal(
      .headerMismatch, at: .mcp, facts: [("param", header), ("value", value)], sentence,
      remedy: .say(remedy))
  }

  private static func lacking(_ member: String, _ remedy: String) -> Refusal {
    Refusal(
      .parameterMissing, at: .mcp, facts: [("param", member)],
      "the message has no \(member)", clause: "MCP 2026-07-28, Base Protocol: _meta",
      remedy: .say(remedy))
  }
}
