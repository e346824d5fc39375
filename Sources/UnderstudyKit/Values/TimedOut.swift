extension Sandbox {
  /// What was waited for did not come.
  public struct TimedOut: Error, CustomStringConvertible {
    /// What was waited for.
    public let filter: Filter
    /// For how long.
    public let timeout: Duration
    /// What the journal has instead.
    public let came: [JournalEntry]

    private static let mostShown = 5

    /// What was waited for, and the last lines of what came.
    public var description: String {
      var lines = ["Nothing came within \(timeout) that matches: \(filter)."]
      lines.append(came.isEmpty ? "Nothing came at all." : "The journal ends with:")
      return (lines + came.suffix(Self.mostShown).map { "  \($0)" }).joined(separator: "\n")
    }
  }
}
