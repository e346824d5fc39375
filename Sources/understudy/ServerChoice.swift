import ArgumentParser

/// The server and the sandbox that a command is about.
struct ServerChoice: ParsableArguments {
  @Option(
    name: [.customLong("url"), .customLong("server")],
    help: ArgumentHelp("The server. Default: \(ControlClient.usualURL)", valueName: "url"))
  var url: String?
  @Option(help: ArgumentHelp("The sandbox. Default: default", valueName: "id"))
  var sandbox: String?
  @Option(
    name: .customLong("control-token"),
    help: ArgumentHelp(
      "The control token of that server. [UNDERSTUDY_CONTROL_TOKEN]", valueName: "token"))
  var controlToken: String?

  func client(for command: String) -> ControlClient {
    var token = controlToken
    Environment().fill(&token, .controlToken)
    return ControlClient(
      command: command, url: url ?? ControlClient.usualURL, sandbox: sandbox ?? "default",
      token: token)
  }
}
