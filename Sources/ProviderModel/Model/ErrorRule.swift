import Basics

package final class ErrorRule: Sendable {
  /// A place in the provider's shapes.
  package let shape: Int?
  /// `code`, `text`, … as the shape's templates read them under `err`.
  package let facts: [(name: String, value: Shape)]
  package let status: Int?
  package let afterLogin: Bool

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
