import Basics

/// A protected MCP server that the provider plays: its revisions, its tools, and the tokens that it accepts.
package struct MCPServer: Sendable {
  package private(set) var title = ""
  package private(set) var instructions: String?
  /// The newest one first.
  package private(set) var revisions = MCPRevision.allCases
  /// The variable of the address that holds the path of a resource of the cast.
  package private(set) var variable: String?
  /// A token must have one of these audiences.
  package private(set) var audiences: [Template] = []
  /// The scopes that every call needs.
  package private(set) var scopes: [String] = []
  package private(set) var tools: [(name: String, rule: MCPTool)] = []
  /// The format of session IDs; without it, there are no sessions.
  package private(set) var session: Pattern?
  /// The shapes of the response to a notification, and to the end of a session.
  package private(set) var accepted: Int?
  package private(set) var ended: Int?

  package init() {}

  /// The revisions that begin with a handshake, the newest one first.
  package var handshakes: [MCPRevision] { revisions.filter(\.hasHandshake) }

  package func revision(_ text: String) -> MCPRevision? {
    revisions.first { $0.rawValue == text }
  }
}

extension MCPServer: ProviderPart {
  static let declaration: Declaration = .init(
    "mcp server",
    "A protected MCP server (Model Context Protocol over streamable HTTP), at an endpoint of the kind `mcp`.",
    [
      .text("title", \.title, "The server's name.", example: "\"Notes\"").required,
      .text(
        "instructions", \.instructions, "What the server tells a model about its tools.",
        example: "\"Call whoami first.\""),
      .choices(
        "revisions", \.revisions,
        "The revisions of the protocol, the preferred one first. `2026-07-28` has no handshake; with an earlier one, a client begins with `initialize`. By default, all of them.",
        example: "[\"2025-11-25\"]"),
      .text(
        "variable", \.variable,
        "The variable of the address that holds the `path` of a resource of the cast. At an address without it, the server is the endpoint's own.",
        example: "\"resource\""),
      .templates(
        "audiences", \.audiences,
        "The audiences of its access tokens (RFC 8707): a token needs one of them.",
        example: "[\"{{links.mcp}}\"]"),
      .texts(
        "scopes", \.scopes, "The scopes that every call needs.", example: "[\"mcp:read\"]"),
      .objects(
        "tools", \.tools, keys: "names of tools",
        "The tools. A tool that only the cast names takes any arguments and answers as the first one does.",
        example:
          "{ \"whoami\": { \"description\": \"…\", \"result\": { \"user\": \"{{token.username}}\" } } }"
      ),
      .pattern(
        "session", \.session,
        "The format of session IDs, for revisions with a handshake.", or: "no sessions",
        example: "\"[A-Za-z0-9_-]{32}\""),
      .part(
        "accepted", .shape, \.accepted, "The shape of the response to a notification.",
        example: "\"mcp-accepted\""),
      .part(
        "ended", .shape, \.ended, "The shape of the response to the end of a session.",
        example: "\"mcp-ended\""),
    ])
}
