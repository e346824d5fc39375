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
