/// What an endpoint is for.
package enum EndpointKind: String, Sendable, CaseIterable {
  case authorize, login, consent, grant, deny, choose, hop, logout, page
  /// Called by programs: these have a `service`.
  case token, revoke, introspect, resource, document

  package var isService: Bool {
    switch self {
    case .token, .revoke, .introspect, .resource, .document: true
    default: false
    }
  }

  /// Which conditions an endpoint of this kind can come to.
  var catalogues: [Condition.Catalogue] {
    switch self {
    case .token: [.token, .client]
    case .revoke: [.revoke, .client]
    case .introspect: [.client]
    case .resource: [.resource]
    case .document: []
    default: [.authorize]
    }
  }

  /// The catalogue whose clauses hold here.
  package var catalogue: Condition.Catalogue { catalogues.first ?? .resource }

  /// The table of `errors` in which an endpoint of this kind finds how a refusal looks, unless it names another.
  package var errorTable: String {
    switch self {
    case .token, .revoke, .introspect: "token"
    case .resource, .document: "resource"
    default: "authorize"
    }
  }
}
