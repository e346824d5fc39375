import Basics

/// The protected resource that an endpoint is, or that its document describes (RFC 9728).
package struct ResourceFacts: Sendable {
  package let name: String
  /// The scopes that every call needs.
  package let scopes: [String]
  /// All scopes that its tools need, without repeats.
  package let allScopes: [String]
  package let tools: [(name: String, rule: MCPTool)]
  /// The address of the document that describes it.
  let metadata: Template?

  /// - Parameter own: the entry of the cast; `nil` for the endpoint's own server.
  package init(_ server: MCPServer, _ own: ProtectedResource?, metadata: Template? = nil) {
    self.metadata = metadata
    name = own?.name ?? server.title
    scopes = own?.scopes ?? server.scopes
    tools =
      own?.tools?.map { name, scopes in
        guard var tool = server.tools.first(where: { $0.name == name })?.rule else {
          return (name, MCPTool(answeringAs: server.tools.first?.rule, scopes: scopes))
        }
        tool.scopes = scopes
        return (name, tool)
      } ?? server.tools
    var all: [String] = []
    for scope in scopes + tools.flatMap(\.rule.scopes) where !all.contains(scope) {
      all.append(scope)
    }
    allScopes = all
  }

  /// A resource that is no MCP server.
  package init(name: String, scopes: [String], metadata: Template?) {
    (self.name, self.scopes, allScopes, tools) = (name, scopes, scopes, [])
    self.metadata = metadata
  }

  package func tool(_ name: String) -> MCPTool? { tools.first { $0.name == name }?.rule }
}

/// The JSON-RPC message to an MCP server, and the answer to it.
package struct MCPFacts: Sendable {
  /// The message's ID; `nil` for a notification, and where it can't be read.
  package var id: JSONValue?
  package var method: String?
  /// The tool that is called.
  package var tool: String?
  package var result: JSONValue?
  /// The ID of the session that begins with this answer.
  package var session: String?
  package var revisions: [String] = []
  package init() {}
}
