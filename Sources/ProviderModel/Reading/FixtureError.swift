import Basics

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
