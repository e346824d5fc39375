import ArgumentParser

/// The server and the sandbox that a command is about.
struct ServerChoice: ParsableArguments {
  @Option(
    name: [.customLong("url"), .customLong("server")],
    help: ArgumentHelp(
      "The server. Default: \(ControlClient.usualURL) [UNDERSTUDY_URL]", valueName: "url"))
  var url: String?
  @Option(help: ArgumentHelp("The sandbox. Default: default", valueName: "id"))
  var sandbox: String?
  @Option(
    name: .customLong("control-token"),
    help: ArgumentHelp(
      "The control token of that server. [UNDERSTUDY_CONTROL_TOKEN]", valueName: "token"))
  var controlToken: String?

  /// The URL of the option, of the variable that `run` sets, or the usual one.
  static func url(_ option: String?) -> String {
    option ?? [Inherited["UNDERSTUDY_URL"]].first { !$0.isEmpty } ?? ControlClient.usualURL
  }

  func client(for command: String) -> ControlClient {
    var token = controlToken
    Environment().fill(&token, .controlToken)
    return ControlClient(
      command: command, url: Self.url(url), sandbox: sandbox ?? "default",
      token: token)
  }
}
