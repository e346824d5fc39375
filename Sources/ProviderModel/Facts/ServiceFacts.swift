import HTTPMessages
import JSON

/// What a program sent to a resource, and what the resource keeps.
public struct ServiceFacts: Sendable {
  public let body: [Parameters.Parameter]
  /// Those of the body that an answer may repeat: a token is none of them.
  public let shown: [Parameters.Parameter]
  public var items: [JSONValue] = []
  /// The item that was added or taken away.
  public var item: JSONValue?

  public init(body: [Parameters.Parameter], shown: [Parameters.Parameter]) {
    self.body = body
    self.shown = shown
  }
}
