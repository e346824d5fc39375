import HTTPMessages
import JSON

/// What the front channel gives for a response type.
public struct AnswerRule: Sendable {
  public let mode: Shape
  public let parameters: Shape
  public let gives: [GiftRule]
  /// What stands behind the redirect, as it is.
  public let suffix: String
}
