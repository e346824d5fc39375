/// A place of a provider that answers.
///
/// An object, so that a request passes it on and copies nothing.
public final class Endpoint: Sendable {
  public typealias Kind = EndpointKind
  private let rule: EndpointRule
  init(_ rule: EndpointRule) { self.rule = rule }

  public var name: String { rule.name }
  public var kind: Kind { rule.kind }
  public var methods: [String] { rule.methods }
  public var routes: [Route] { rule.routes }
  public var page: String? { rule.page }
  /// The parameter that brings a page's ticket back.
  public var ticket: String? { rule.ticket }
  /// The ticket stands behind the last occurrence of this text in the parameter.
  public var ticketAfter: String? { rule.ticketAfter }
  /// The parameter that holds where to go on, for flows that carry the request in a URL.
  public var next: String? { rule.next }
  /// Links to where the browser is sent when all went well, and when it did not.
  public var then: Int? { rule.then }
  public var onFailure: Int? { rule.onFailure }
  public var condition: Condition? { rule.condition }
  /// Which conditions another parameter's value stands for.
  public var conditions: [(value: String, condition: Condition)] { rule.conditions }
  public var selector: String? { rule.selector }
  public var leaves: Leaves? { rule.leaves }
  public var denied: Predicate? { rule.denied }
  public var table: String? { rule.table }
  public var sets: [(parameter: String, field: String)] { rule.sets }
  public var service: Service { rule.service }
  /// The table of `errors` that says how a refusal looks here.
  public var errorTable: String { kind.isService ? rule.service.errors : kind.errorTable }
  /// The addresses at which it answers, as messages show them.
  public var addresses: [String] { rule.routes.map(\.address) }

  /// Where a logout may send the browser.
  public enum Leaves: String, Sendable, CaseIterable { case registered, https }
}
