/// Conditions of requests to MCP servers and for the documents that describe them.
extension Condition {
  private static let messages = "MCP, Streamable HTTP: Sending Messages"

  static let mcpDeclarations: [Declaration] = [
    declare(
      .mcp, .originForbidden,
      "The Origin header names a site that may not call the server.", ["value"],
      "MCP, Streamable HTTP: Security"),
    declare(
      .mcp, .acceptIncomplete,
      "The Accept header lacks application/json or text/event-stream.", ["value"], messages),
    declare(
      .mcp, .contentTypeUnsupported, "The body is not application/json.", ["value"], messages),
    declare(
      .mcp, .bodyUnreadable,
      "The body is not JSON, has a member twice, or is nested too deeply.", [], "JSON-RPC 2.0 §5.1"),
    declare(
      .mcp, .batchUnsupported, "The body is a batch of messages.", ["count"],
      "MCP 2025-06-18, Key Changes: JSON-RPC batching is removed"),
    declare(
      .mcp, .messageInvalid, "The body is not a JSON-RPC message.", ["param"],
      "JSON-RPC 2.0 §4"),
    declare(
      .mcp, .versionUnsupported, "The server does not have this revision of the protocol.",
      ["value"], "MCP, Streamable HTTP: Protocol Version Header"),
    declare(
      .mcp, .headerMismatch,
      "A header of the request is missing, or differs from the message.", ["param", "value"],
      "MCP 2026-07-28, Streamable HTTP: Server Validation"),
    declare(
      .mcp, .sessionMissing, "The request names no session.", [],
      "MCP 2025-11-25, Transports: Session Management"),
    declare(
      .mcp, .sessionUnknown, "The session has ended, or belongs to somebody else.", ["value"],
      "MCP 2025-11-25, Transports: Session Management"),
    declare(
      .mcp, .methodUnsupported, "The server does not have this method.", ["value"],
      "JSON-RPC 2.0 §5.1"),
    declare(
      .mcp, .parameterMissing, "A parameter of the message is missing.", ["param"],
      "JSON-RPC 2.0 §5.1"),
    declare(
      .mcp, .parameterInvalid, "A parameter of the message has a wrong value.",
      ["param", "value"], "JSON-RPC 2.0 §5.1"),
    declare(
      .mcp, .toolUnknown, "The server does not have this tool.", ["value"],
      "MCP, Tools: Error Handling"),
    declare(
      .mcp, .resourceUnknown, "The cast has no resource at this address.", ["value"],
      "RFC 9110 §15.5.5"),
    declare(
      .mcp, .tokenOtherAudience,
      "The token is for another resource, or for none.", ["value"],
      "RFC 8707 §2; MCP, Authorization: Token Handling", .credential(.access)),
    declare(
      .mcp, .scopeInsufficient,
      "The token lacks a scope that the call needs.", ["value", "scope"],
      "RFC 6750 §3.1; MCP, Authorization: Scope Challenge Handling", about("scope")),
  ]
}
