/// A place of a provider that answers.
///
/// An object, so that a request passes it on and copies nothing.
public final class Endpoint: Sendable {
  public typealias Kind = EndpointKind

  public let name: String
  public let kind: Kind
  public let methods: [String]
  public let routes: [Route]
  public let page: String?
  /// The page that asks a person first, at a logout.
  public let asks: String?
  /// The parameter that brings a page's ticket back.
  public let ticket: String?
  /// The ticket stands behind the last occurrence of this text in the parameter.
  public let ticketAfter: String?
  /// The parameter that holds where to go on, for flows that carry the request in a URL.
  public let next: String?
  /// Links to where the browser is sent when all went well, and when it did not.
  public let then: Int?
  public let onFailure: Int?
  public let condition: Condition?
  /// Which conditions another parameter's value stands for.
  public let conditions: [(value: String, condition: Condition)]
  public let selector: String?
  public let leaves: Leaves?
  public let denied: Predicate?
  public let table: String?
  public let sets: [(parameter: String, field: String)]
  public let service: Service

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
  public func answers(_ method: String) -> Bool { methods.contains(method) }

  /// What it answers to: wherever GET is answered, HEAD is (RFC 9110 §9.1).
  public var methodsWithHead: [String] { methods.flatMap { $0 == "GET" ? [$0, "HEAD"] : [$0] } }

  /// The table of `errors` that says how a refusal looks here.
  public var errorTable: String { kind.isService ? service.errors : kind.errorTable }
  /// The addresses at which it answers, as messages show them.
  public var addresses: [String] { routes.map(\.address) }

  /// Where a logout may send the browser.
  public enum Leaves: String, Sendable, CaseIterable { case registered, https }
}
