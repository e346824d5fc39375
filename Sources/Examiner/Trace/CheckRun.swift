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
  package var observations = Observations()
  /// Secrets that were handed out or received; reports hide them.
  package var secrets: [String] = []

  package init(check: String) { self.check = check }
}

extension CheckRun {
  /// What was seen of the client beside its requests; `nil` where nobody looked, or there was nothing to see.
  package struct Observations: Sendable {
    /// Why the browser brought no callback.
    package var browserFailure: String?
    /// What the client wanted a browser to open, if it was no web address.
    package var unopenable: String?
    /// The client's redirect URI on the loopback interface.
    package var loopbackURI: String?
    /// The addresses at which the client listens on the port of that URI.
    package var loopbackAddresses: [String]?
    /// Whether the port was closed after the callback had been answered.
    package var loopbackWasClosed: Bool?
    /// Whether a browser without cookies, to which the callback was replayed, was signed in.
    package var replaySignedIn: Bool?
    /// Whether a browser with the cookies from before the sign-in was signed in, too.
    package var earlierCookiesSignedIn: Bool?
    /// TLS handshakes that the client began at the port of this check.
    package var handshakes: Int?
    /// The file in which the reference client writes down the faults that it was asked for.
    package var keptFile: String?
    /// The exit code for `CheckRun.trouble`.
    package var troubleCode: Int32?
    /// Whether the program ended before it listened at its port.
    package var endedUnheard = false
  }
}
