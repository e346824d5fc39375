import ArgumentParser

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a command whose requests to the providers' real hosts are answered here.",
    usage: "understudy run [<options>] -- <command> [<argument> ...]",
    discussion: """
      Starts a server with HTTPS and a proxy at free ports and a CA of its own, sets the variables by which programs \
      find proxy and CA (HTTPS_PROXY, SSL_CERT_FILE, CURL_CA_BUNDLE, REQUESTS_CA_BUNDLE, NODE_EXTRA_CA_CERTS, \
      GIT_SSL_CAINFO, JAVA_TOOL_OPTIONS and their kin, and UNDERSTUDY_URL), runs the command, and exits as it exits: \
      with its code, or with 128 and the number of the signal that ended it. Nothing is installed, and nothing stays.

      The log is printed with --log text or --log json.

      Example: understudy run --sign-in alice -- npm test
      """)

  @OptionGroup var options: ServerOptions
  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command to run, after `--`.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    let words = CommandLine.arguments.dropFirst(2)
    if command.isEmpty, let first = words.first, !first.hasPrefix("-") {
      throw ValidationError(
        "Put -- before \(first), so that its options are its own: understudy run -- \(words.joined(separator: " "))"
      )
    }
    guard !command.isEmpty else {
      throw ValidationError(
        "There is no command. Name one behind --, such as: understudy run -- npm test")
    }
  }

  mutating func run() throws {
    let environment = Environment()
    try options.fill(from: environment, speaksTLS: true)
    let child = ChildProcess(command)
    throw ExitCode(
      try options.whileServing(environment) { _, folder in
        try child.run(with: folder.environment.variables)
      })
  }
}
