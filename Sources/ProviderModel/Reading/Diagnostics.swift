import Basics

/// The diagnostics of one file, shared by all of its readers.
package final class Diagnostics {
  package private(set) var list: [Diagnostic] = []
  /// The same as a set, for lookups: bad input may yield thousands.
  private var known: Set<Diagnostic> = []
  /// A test that records the questions of readers.
  let audit = LanguageAudit.current
  package init() {}
  /// The diagnostics that make the file unusable.
  package var errors: [Diagnostic] { list.filter { $0.severity == .error } }
  package func error(_ value: JSONValue?, _ pointer: String, _ sentence: String) {
    add(Diagnostic(.error, at: value?.origin, pointer, sentence))
  }
  /// - Parameter cause: The place where the missing name would be declared.
  func error(_ value: JSONValue?, _ pointer: String, _ sentence: String, cause: String?) {
    var finding = Diagnostic(.error, at: value?.origin, pointer, sentence)
    finding.cause = cause
    add(finding)
  }
  package func add(_ finding: Diagnostic) {
    if known.insert(finding).inserted { list.append(finding) }
  }
}
