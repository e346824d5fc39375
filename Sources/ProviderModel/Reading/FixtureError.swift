import JSON

/// The findings of a fixture that cannot be used.
public struct FixtureError: Error, Sendable, CustomStringConvertible {
  public var findings: [Finding]
  /// What is wrong with a wish, where no file is to blame.
  public let sentence: String?

  public init(_ findings: [Finding]) {
    self.findings = findings
    sentence = nil
  }
  public init(saying sentence: String) {
    findings = []
    self.sentence = sentence
  }
  public var description: String {
    sentence ?? findings.map(\.description).joined(separator: "\n")
  }
}
