import Basics

/// What a program sent to a resource, and what the resource keeps.
package struct ServiceFacts: Sendable {
  package let body: [Parameters.Parameter]
  /// The parameters of the body that a response may repeat. Tokens are left out.
  package let shown: [Parameters.Parameter]
  package var items: [JSONValue] = []
  /// The item that was added or taken away.
  package var item: JSONValue?

  /// The body, if it is JSON.
  private let document: JSONValue?

  package init(
    body: [Parameters.Parameter], shown: [Parameters.Parameter], document: JSONValue? = nil
  ) {
    self.body = body
    self.shown = shown
    self.document = document
  }

  /// A parameter by its name, or a value of a JSON body by its JSON Pointer.
  func value(_ name: String) -> Value {
    if let sent = body.last(where: { $0.isNamed(name) }) { return .text(sent.value) }
    return name.hasPrefix("/") ? Value(document?.value(at: name)) : .none
  }
}
