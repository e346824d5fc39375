/// Under which names secrets stand in one exchange, beside the usual ones.
public struct SecretNames: Sendable {
  public let more: Set<String>
  public let renamed: [(from: String, to: String)]

  public init(more: Set<String> = [], renamed: [(from: String, to: String)] = []) {
    self.more = more
    self.renamed = renamed
  }
}
