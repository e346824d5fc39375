import Examiner

/// How the client under examination is started or reached: what the command line says about it.
struct ClientPlan: Sendable {
  /// The program and its arguments, with placeholders; empty where a web application runs already.
  var command: [String] = []
  var startURL: String?
  var probeURL: String?
  var logoutURL: String?
  /// Takes callbacks that are no web addresses, with the place for `{url}`.
  var openCommand: String?
  /// Files that are written for each run, with placeholders.
  var templates: [(from: String, to: String)] = []
  var person = "alice"
  /// Words in which an uncaught exception is a refusal.
  var refusals: [String] = []
  /// A file in the run's home whose text is kept with the run.
  var kept: String?
  /// Seconds that one run may take.
  var timeout = 30

  /// Whether it is a web application.
  var isWeb: Bool { startURL != nil }
  /// Whether each run needs a port of its own.
  var needsPort: Bool {
    ([startURL, probeURL, logoutURL].compactMap { $0 } + command).contains { $0.contains("{port}") }
  }
}
