import Basics

/// What a reading has found so far; shared by every reader of one file.
package final class Diagnostics {
  package private(set) var list: [Diagnostic] = []
  /// The same, for asking whether one is there: bad input may yield thousands.
  private var known: Set<Diagnostic> = []
  /// Whoever listens to what is asked for: a test.
  let audit = LanguageAudit.current
  package init() {}
  /// Those that keep what was read from being used.
  package var errors: [Diagnostic] { list.filter { $0.severity == .error } }
  package func error(_ value: JSONValue?, _ pointer: String, _ sentence: String) {
    add(Diagnostic(.error, at: value?.origin, pointer, sentence))
  }
  /// - Parameter cause: where what was named would be declared.
  func error(_ value: JSONValue?, _ pointer: String, _ sentence: String, cause: String?) {
    var finding = Diagnostic(.error, at: value?.origin, pointer, sentence)
    finding.cause = cause
    add(finding)
  }
  package func add(_ finding: Diagnostic) {
    if known.insert(finding).inserted { list.append(finding) }
  }
}
