/// One run of the client at one stage: all that can be known of it.
package struct CheckRun: Sendable {
  package var check: String
  package var issuer = ""
  /// What is known of the client in this run, where that is another than in the rest.
  package var subject: Subject?
  package var exchanges: [Exchange] = []
  package var deliveries: [BrowserAction] = []
  package var outcome = Outcome(.unknown, "it gave no sign")
  /// What the client wrote: standard output, then standard error.
  package var output = ""
  /// Milliseconds since the run began, when the program had ended or the quiet window closed.
  package var ended = 0
  /// Milliseconds from the callback to the end.
  package var settled = 0
  /// Why the examiner could not do it; `nil` where it could.
  package var trouble: String?
  /// What judges of one check look at, by name: `loopback`, `cookies`, …
  package var notes: [String: String] = [:]
  /// Secrets that were handed out or received; reports hide them.
  package var secrets: [String] = []

  package init(check: String) { self.check = check }
}
