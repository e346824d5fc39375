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
