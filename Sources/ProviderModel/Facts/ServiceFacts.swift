import Basics

/// What a program sent to a resource, and what the resource keeps.
package struct ServiceFacts: Sendable {
  package let body: [Parameters.Parameter]
  /// The parameters of the body that a response may repeat. Tokens are left out.
  package let shown: [Parameters.Parameter]
  package var items: [JSONValue] = []
  /// The item that was added or taken away.
  package var item: JSONValue?

  package init(body: [Parameters.Parameter], shown: [Parameters.Parameter]) {
    self.body = body
    self.shown = shown
  }
}
