import HTTPMessages
import JSON

/// What the front channel gives for a response type.
public final class AnswerRule: Sendable {
  public let mode: Shape
  public let parameters: Shape
  public let gives: [GiftRule]
  /// What stands behind the redirect, as it is.
  public let suffix: String

  init(
    mode: Shape,
    parameters: Shape,
    gives: [GiftRule],
    suffix: String
  ) {
    self.mode = mode
    self.parameters = parameters
    self.gives = gives
    self.suffix = suffix
  }
}
