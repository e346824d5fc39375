import Basics
import HTTPTypes
import ProviderModel
import Server

/// Runs of one command, each with other quirks of a provider.
final class QuirkRuns {
  /// The provider's quirks, as the options switch them.
  let quirks: [Quirk]
  private let provider: String
  private let server: RunningServer
  private let child: ChildProcess
  private let variables: [(name: String, value: String)]
  private let isVerbose: Bool
  private var count = 0

  init(
    provider: String, server: RunningServer, child: ChildProcess,
    variables: [(name: String, value: String)], isVerbose: Bool
  ) {
    (self.provider, self.server, self.child) = (provider, server, child)
    (self.variables, self.isVerbose) = (variables, isVerbose)
    quirks = server.staging.providers.provider(provider)?.quirks ?? []
  }

  /// - Parameter isShown: whether the command's output is shown.
  /// - Returns: whether the command fails with these quirks and no others.
  func fails(_ wanted: Set<String>, isShown: Bool) throws -> Bool {
    count += 1
    let switches = FixtureSet.switches(quirks, only: wanted)
    let names =
      switches.with.isEmpty
      ? "no quirk" : "\(switches.with.count) of \(quirks.count) quirks"
    Streams.error("run \(count), with \(names)…")
    try order(.post, "/sandboxes/default/reset", nil)
    try order(
      .put, "/sandboxes/default/providers/\(provider)/quirks",
      ["with": Self.list(switches.with), "without": Self.list(switches.without)])
    let status = try child.run(with: variables, isSilent: !isShown)
    Streams.error("run \(count): " + (status == 0 ? "passed" : "failed (exit code \(status))"))
    // The signals that end the search have reached the command, too.
    if [SIGHUP, SIGINT, SIGTERM].contains(status - 128) || [126, 127].contains(status) {
      throw Failure(
        text: status < 128
          ? "the command can't be run (exit code \(status))" : "the search was ended",
        code: status)
    }
    return status != 0
  }

  private func order(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue?) throws {
    do {
      _ = try server.house.perform(method, path, body, at: RunningServer.now())
    } catch {
      throw Failure(text: "error: \(error)")
    }
  }

  private static func list(_ texts: [String]) -> JSONValue {
    JSONValue(.array(texts.map { JSONValue(.string($0)) }))
  }
}
