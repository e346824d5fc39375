import Basics

/// What a program sent to a resource, and what the resource keeps.
package struct ServiceFacts: Sendable {
  package let body: [Parameters.Parameter]
  /// Those of the body that an answer may repeat: a token is none of them.
  package let shown: [Parameters.Parameter]
  package var items: [JSONValue] = []
  /// The item that was added or taken away.
  package var item: JSONValue?

  package init(body: [Parameters.Parameter], shown: [Parameters.Parameter]) {
    self.body = body
    self.shown = shown
  }
}
