/// Judges of what no assertion of the catalogue can say: each finds what is wrong, or nothing.
public enum NamedJudges {
  /// - Returns: what is wrong in the run; `nil` where nothing is.
  public typealias Body = @Sendable (_ episode: Episode, _ control: Episode?) -> String?

  public static let names = all.map(\.name)

  static func find(_ name: String) -> Body? { all.first { $0.name == name }?.body }

  private static let all: [(name: String, body: Body)] = []
}
