/// An address that a provider serves.
///
/// A class, so that requests share it without copying.
package final class Endpoint: Sendable {
  package typealias Kind = EndpointKind

  package let name: String
  package let kind: Kind
  package let methods: [String]
  package let routes: [Route]
  package let page: String?
  /// The page that asks for confirmation at a logout.
  package let asks: String?
  /// The parameter that returns a page's ticket.
  package let ticket: String?
  /// The ticket follows the last occurrence of this text in the parameter.
  package let ticketAfter: String?
  /// The parameter that says where to continue, for flows that carry the request in a URL.
  package let next: String?
  /// The links to which the browser is redirected after success and after a failure.
  package let then: Int?
  package let onFailure: Int?
  package let condition: Condition?
  /// The condition for each value of another parameter.
  package let conditions: [(value: String, condition: Condition)]
  package let selector: String?
  package let leaves: Leaves?
  package let denied: Predicate?
  package let table: String?
  package let sets: [(parameter: String, field: String)]
  package let service: Service

  init(_ rule: EndpointRule) {
    name = rule.name
    kind = rule.kind
    methods = rule.methods
    routes = rule.routes
    page = rule.page
    asks = rule.asks
    ticket = rule.ticket
    ticketAfter = rule.ticketAfter
    next = rule.next
    then = rule.then
    onFailure = rule.onFailure
    condition = rule.condition
    conditions = rule.conditions
    selector = rule.selector
    leaves = rule.leaves
    denied = rule.denied
    table = rule.table
    sets = rule.sets
    service = rule.service
  }

  /// Whether the endpoint handles requests with this method. HEAD and OPTIONS are never in the list.
  package func answers(_ method: String) -> Bool { methods.contains(method) }

  /// The accepted methods. HEAD is accepted wherever GET is (RFC 9110 §9.1).
  package var methodsWithHead: [String] { methods.flatMap { $0 == "GET" ? [$0, "HEAD"] : [$0] } }

  /// The table of `errors` that shapes refusals.
  package var errorTable: String { kind.isService ? service.errors : kind.errorTable }
  /// The addresses, for messages.
  package var addresses: [String] { routes.map(\.address) }

  /// The addresses to which a logout may redirect.
  package enum Leaves: String, Sendable, CaseIterable { case registered, https }
}

/// The kind of an endpoint.
package enum EndpointKind: String, Sendable, CaseIterable {
  case authorize, login, consent, grant, deny, choose, hop, logout, page
  /// Programs call these endpoints. They have a `service`.
  case token, revoke, introspect, resource, document

  package var isService: Bool {
    switch self {
    case .token, .revoke, .introspect, .resource, .document: true
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
    default: "authorize"
    }
  }
}

/// An endpoint while its fixture is read.
struct EndpointRule: Sendable {
  var name = ""
  var kind = EndpointKind.page
  var methods: [String] = []
  var routes: [Route] = []
  var page: String?
  var asks: String?
  var ticket: String?
  var ticketAfter: String?
  var next: String?
  var then: Int?
  var onFailure: Int?
  var condition: Condition?
  var conditions: [(value: String, condition: Condition)] = []
  var selector: String?
  var leaves: Endpoint.Leaves?
  var denied: Predicate?
  var table: String?
  var sets: [(parameter: String, field: String)] = []
  var service = Service()
}
