/// One run of the client at one stage: all that can be known of it.
public struct Episode: Sendable {
  public var check: String
  public var issuer = ""
  /// What is known of the client in this run, where that is another than in the rest.
  public var subject: Subject?
  public var exchanges: [Exchange] = []
  public var deliveries: [AgentCall] = []
  public var outcome = Outcome(.unknown, "it gave no sign")
  /// What the client wrote: standard output, then standard error.
  public var output = ""
  /// Milliseconds since the run began, when the program had ended or the quiet window closed.
  public var ended = 0
  /// Milliseconds from the callback to the end.
  public var settled = 0
  /// Why the examiner could not do it; `nil` where it could.
  public var trouble: String?
  /// What judges of one check look at, by name: `loopback`, `cookies`, …
  public var notes: [String: String] = [:]
  /// Secrets that were handed out or received; reports hide them.
  public var secrets: [String] = []

  public init(check: String) { self.check = check }
}
