import Examiner
import Testing

/// A trace, and what a check says of it.
struct PassiveExample: Sendable, CustomTestStringConvertible {
  let id: String
  let finding: PassiveResult.Finding
  /// What the result's sentence holds.
  let says: String
  let severity: Severity?
  let subject: Subject
  let episodes: [CheckRun]

  init(
    _ id: String, _ finding: PassiveResult.Finding, _ says: String, severity: Severity? = nil,
    of subject: Subject = Subject(clientID: "native", kind: .public), _ episodes: [CheckRun]
  ) {
    self.id = id
    self.finding = finding
    self.says = says
    self.severity = severity
    self.subject = subject
    self.episodes = episodes
  }

  init(
    _ id: String, _ finding: PassiveResult.Finding, _ says: String = "", severity: Severity? = nil,
    of subject: Subject = Subject(clientID: "native", kind: .public),
    steps: (inout Trace) -> Void
  ) {
    self.init(id, finding, says, severity: severity, of: subject, [Trace.run(steps)])
  }

  init(
    _ id: String, _ finding: PassiveResult.Finding, severity: Severity? = nil,
    of subject: Subject = Subject(clientID: "native", kind: .public), _ episodes: [CheckRun]
  ) {
    self.init(id, finding, "", severity: severity, of: subject, episodes)
  }

  var testDescription: String { "\(id): \(finding) \(says)" }
}
