import UserAgent

/// How the client under examination is started or reached: what the command line says about it.
package struct ClientPlan: Sendable {
  /// The program and its arguments, with placeholders; empty where a web application runs already.
  package var command: [String] = []
  package var startURL: String?
  package var probeURL: String?
  package var logoutURL: String?
  /// Takes callbacks that are no web addresses, with the place for `{url}`.
  package var openCommand: String?
  /// Files that are written for each run, with placeholders.
  package var templates: [(from: String, to: String)] = []
  package var person = "alice"
  /// Words in which an uncaught exception is a refusal.
  package var refusals: [String] = []
  /// A file in the run's home whose text is kept with the run.
  package var kept: String?
  /// The time limit of one run, in seconds.
  package var timeout = usualTimeout
  /// Unless --timeout says otherwise.
  package static let usualTimeout = 30

  /// A file with the certificates that our browser trusts at the client's own pages.
  package var trusted: String?

  package init() {}

  /// Whether it is a web application.
  package var isWeb: Bool { startURL != nil }
  /// The port of the loopback at which a web application listens already; `nil` where it gets one for each run.
  var sitePort: UInt16? {
    guard !needsPort, let address = startURL.flatMap({ WebAddress($0) }),
      ["127.0.0.1", "[::1]", "localhost"].contains(address.host)
    else { return nil }
    return address.port
  }
  /// Whether each run needs a port of its own.
  package var needsPort: Bool {
    ([startURL, probeURL, logoutURL].compactMap { $0 } + command).contains { $0.contains("{port}") }
  }
}
