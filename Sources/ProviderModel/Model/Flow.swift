/// The stages between an authorization request and its answer, in order.
package struct Flow: Sendable {
  package struct Step: Sendable {
    package enum Ask: String, Sendable, CaseIterable { case always, new, never }
    package let name: String
    package let kind: EndpointKind
    package let page: String
    /// The link to where the browser is sent; `nil` shows the page at the address that was asked.
    package let enter: Int?
    package let when: Predicate
    package let force: Predicate
    package let ask: Ask
  }
  package var steps: [Step] = []
  /// The link to where the browser is sent when nothing is left to ask; `nil` answers at once.
  package var finish: Int?

  package func first(_ kind: EndpointKind) -> Step? { steps.first { $0.kind == kind } }
}
