import Basics

/// One thing that is wrong (or doubtful) in a fixture: where, what was expected, what was found.
package struct Diagnostic: Sendable, Hashable, Comparable, CustomStringConvertible {
  package enum Severity: String, Sendable { case error, warning }

  package var severity: Severity
  package var origin: Origin?
  /// RFC 6901, from the root of the file.
  package var pointer: String
  package var sentence: String
  /// Where what was named is declared, if there: a file that inherits the mistake can mend it there.
  var cause: String?

  package init(
    _ severity: Severity = .error, at origin: Origin?, _ pointer: String, _ sentence: String
  ) {
    self.severity = severity
    self.origin = origin
    self.pointer = pointer
    self.sentence = sentence
  }

  /// `file:line:column: error: sentence (at /pointer)`: the form that editors jump to.
  package var description: String {
    let place = origin.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    let at = pointer.isEmpty ? "" : " (at \(pointer))"
    // A file's name and values are in it.
    return Visible.line("\(place)\(severity.rawValue): \(sentence)\(at)")
  }

  package static func < (a: Diagnostic, b: Diagnostic) -> Bool {
    let left = (a.origin?.line ?? 0, a.origin?.column ?? 0)
    let right = (b.origin?.line ?? 0, b.origin?.column ?? 0)
    return left == right ? a.sentence < b.sentence : left < right
  }
}

/// The diagnostics of one file, shared by all of its readers.
package final class Diagnostics {
  package private(set) var list: [Diagnostic] = []
  /// The same as a set, for lookups: bad input may yield thousands.
  private var known: Set<Diagnostic> = []
  /// A test that records the questions of readers.
  let audit = LanguageAudit.current
  /// The patterns of the texts that are drawn once for each answer, by name.
  private var patterns: [String: Pattern] = [:]
  package init() {}
  /// Notes the pattern of a text that is drawn once for each answer.
  /// - Returns: the pattern of the same name at an earlier place, if it is another one.
  func drawnOnce(_ name: String, _ pattern: Pattern) -> Pattern? {
    guard let known = patterns[name] else {
      patterns[name] = pattern
      return nil
    }
    return known == pattern ? nil : known
  }
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
  /// Drops all but some: the others follow from these.
  func keep(only causes: [Diagnostic]) { (list, known) = (causes, Set(causes)) }
  package func add(_ finding: Diagnostic) {
    if known.insert(finding).inserted { list.append(finding) }
  }
}

/// The findings of a fixture that cannot be used.
package struct FixtureError: Error, Sendable, CustomStringConvertible {
  package var findings: [Diagnostic]
  /// What is wrong with a wish, where no file is to blame.
  package let sentence: String?

  package init(_ findings: [Diagnostic]) {
    self.findings = findings
    sentence = nil
  }
  package init(saying sentence: String) {
    findings = []
    self.sentence = sentence
  }
  package var description: String {
    sentence ?? findings.map(\.description).joined(separator: "\n")
  }
}
