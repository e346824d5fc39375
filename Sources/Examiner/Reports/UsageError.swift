/// What a command line, or a file that it names, can't mean: exit code 2.
public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
