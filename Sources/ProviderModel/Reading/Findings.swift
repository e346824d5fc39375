import JSON

/// What a reading has found so far; shared by every reader of one file.
public final class Findings {
  public private(set) var list: [Finding] = []
  public init() {}
  /// Those that keep what was read from being used.
  public var errors: [Finding] { list.filter { $0.severity == .error } }
  public func error(_ value: JSONValue?, _ pointer: String, _ sentence: String) {
    add(Finding(.error, at: value?.origin, pointer, sentence))
  }
  public func add(_ finding: Finding) { if !list.contains(finding) { list.append(finding) } }
}
