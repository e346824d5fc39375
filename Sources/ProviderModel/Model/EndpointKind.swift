/// The kind of an endpoint.
package enum EndpointKind: String, Sendable, CaseIterable {
  case authorize, login, consent, grant, deny, choose, hop, logout, page
  /// Programs call these endpoints. They have a `service`.
  case token, revoke, introspect, resource, document
  /// A protected MCP server.
  case mcp

  package var isService: Bool {
    switch self {
    case .token, .revoke, .introspect, .resource, .document, .mcp: true
    default: false
    }
  }

  /// The catalogues of an endpoint's conditions.
  var catalogues: [Condition.Catalogue] {
    switch self {
    case .token: [.token, .client]
    case .revoke: [.revoke, .client]
    case .introspect: [.client]
    case .resource: [.resource]
    case .document: []
    case .mcp: [.mcp, .resource]
    default: [.authorize]
    }
  }

  /// The catalogue whose clauses hold here.
  package var catalogue: Condition.Catalogue { catalogues.first ?? .resource }

  /// The default table of `errors` for an endpoint of this kind.
  package var errorTable: String {
    switch self {
    case .token, .revoke, .introspect: "token"
    case .resource, .document: "resource"
    case .mcp: "mcp"
    default: "authorize"
    }
  }
}
