import Basics

package struct PageRule: Sendable {
  /// A place in the provider's templates.
  var template: Int?
  package var status = 200
  package var labels: [(name: String, text: Template)] = []
  package var fields: [(name: String, text: String)] = []
  package var hidden: Shape = .empty
  /// Links.
  var submit: Int?
  var deny: Int?
  var more: [(label: Template, link: Int)] = []

  package func field(_ name: String) -> String? { fields.first { $0.name == name }?.text }
}

/// An address of the provider, for responses and pages.
final class LinkRule: Sendable {
  let name: String
  /// A place in the provider's endpoints.
  let endpoint: Int
  let query: Shape
  /// The raw query, if the client's order and encoding have to be kept.
  let raw: Template?

  init(
    name: String,
    endpoint: Int,
    query: Shape,
    raw: Template?
  ) {
    self.name = name
    self.endpoint = endpoint
    self.query = query
    self.raw = raw
  }
}

package struct CookieRule: Sendable {
  package var name: Template?
  package var value: Pattern?
  /// All hosts of the provider's site share the cookie.
  package var site = false
  /// For the cookie of a link: the query parameter whose value ends the cookie's name.
  package var parameter: String?
}

/// The stages between an authorization request and its answer, in order.
package struct Flow: Sendable {
  package struct Step: Sendable {
    package enum Ask: String, Sendable, CaseIterable { case always, new, never }
    package let name: String
    package let kind: EndpointKind
    package let page: String
    /// The link to which the browser is redirected; `nil` shows the page at the requested address.
    package let enter: Int?
    package let when: Predicate
    package let force: Predicate
    package let ask: Ask
  }
  package var steps: [Step] = []
  /// The link to which the browser is redirected after the last stage; `nil` responds immediately.
  package var finish: Int?

  package func first(_ kind: EndpointKind) -> Step? { steps.first { $0.kind == kind } }
}
