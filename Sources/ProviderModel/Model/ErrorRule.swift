import HTTPMessages
import JSON

public struct ErrorRule: Sendable {
  /// A place in the provider's shapes.
  public let shape: Int?
  /// `code`, `text`, … as the shape's templates read them under `err`.
  public let facts: [(name: String, value: Shape)]
  public let status: Int?
  public let afterLogin: Bool
}
