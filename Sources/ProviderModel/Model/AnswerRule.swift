import Basics

/// What the front channel gives for a response type.
package final class AnswerRule: Sendable {
  package let mode: Shape
  package let parameters: Shape
  package let issues: [IssuanceRule]
  /// What stands behind the redirect, as it is.
  package let suffix: String

  init(
    mode: Shape,
    parameters: Shape,
    issues: [IssuanceRule],
    suffix: String
  ) {
    self.mode = mode
    self.parameters = parameters
    self.issues = issues
    self.suffix = suffix
  }
}
