import HTTPMessages
import JSON

public final class ErrorRule: Sendable {
  /// A place in the provider's shapes.
  public let shape: Int?
  /// `code`, `text`, … as the shape's templates read them under `err`.
  public let facts: [(name: String, value: Shape)]
  public let status: Int?
  public let afterLogin: Bool

  init(
    shape: Int?,
    facts: [(name: String, value: Shape)],
    status: Int?,
    afterLogin: Bool
  ) {
    self.shape = shape
    self.facts = facts
    self.status = status
    self.afterLogin = afterLogin
  }
}
