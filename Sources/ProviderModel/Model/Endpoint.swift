/// A place of a provider that answers.
///
/// An object, so that a request passes it on and copies nothing.
package final class Endpoint: Sendable {
  package typealias Kind = EndpointKind

  package let name: String
  package let kind: Kind
  package let methods: [String]
  package let routes: [Route]
  package let page: String?
  /// The page that asks a person first, at a logout.
  package let asks: String?
  /// The parameter that brings a page's ticket back.
  package let ticket: String?
  /// The ticket stands behind the last occurrence of this text in the parameter.
  package let ticketAfter: String?
  /// The parameter that holds where to go on, for flows that carry the request in a URL.
  package let next: String?
  /// Links to where the browser is sent when all went well, and when it did not.
  package let then: Int?
  package let onFailure: Int?
  package let condition: Condition?
  /// Which conditions another parameter's value stands for.
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

  /// Whether a request with this method is decided on here. HEAD and OPTIONS are never in the list.
  package func answers(_ method: String) -> Bool { methods.contains(method) }

  /// What it answers to: wherever GET is answered, HEAD is (RFC 9110 §9.1).
  package var methodsWithHead: [String] { methods.flatMap { $0 == "GET" ? [$0, "HEAD"] : [$0] } }

  /// The table of `errors` that says how a refusal looks here.
  package var errorTable: String { kind.isService ? service.errors : kind.errorTable }
  /// The addresses at which it answers, as messages show them.
  package var addresses: [String] { routes.map(\.address) }

  /// Where a logout may send the browser.
  package enum Leaves: String, Sendable, CaseIterable { case registered, https }
}

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
