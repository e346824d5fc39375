import JSON

/// What a reading has found so far; shared by every reader of one file.
public final class Findings {
  public private(set) var list: [Finding] = []
  /// The same, for asking whether one is there: bad input may yield thousands.
  private var known: Set<Finding> = []
  /// Whoever listens to what is asked for: a test.
  let audit = LanguageAudit.current
  public init() {}
  /// Those that keep what was read from being used.
  public var errors: [Finding] { list.filter { $0.severity == .error } }
  public func error(_ value: JSONValue?, _ pointer: String, _ sentence: String) {
    add(Finding(.error, at: value?.origin, pointer, sentence))
  }
  /// - Parameter cause: where what was named would be declared.
  func error(_ value: JSONValue?, _ pointer: String, _ sentence: String, cause: String?) {
    var finding = Finding(.error, at: value?.origin, pointer, sentence)
    finding.cause = cause
    add(finding)
  }
  public func add(_ finding: Finding) {
    if known.insert(finding).inserted { list.append(finding) }
  }
}
