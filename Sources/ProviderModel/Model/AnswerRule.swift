import Basics

/// The front-channel response for a response type.
package final class AnswerRule: Sendable {
  package let mode: Shape
  package let parameters: Shape
  package let issues: [IssuanceRule]
  /// A text after the redirect URI and its parameters.
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
