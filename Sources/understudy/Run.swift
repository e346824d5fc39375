import ArgumentParser

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a command, and answer its requests to the providers' real hosts.",
    usage: "understudy run [<options>] -- <command> [<argument> ...]",
    discussion: """
      Starts a server with HTTPS and a proxy on free ports and its own CA, sets the variables through which programs \
      find the proxy and the CA (HTTPS_PROXY, SSL_CERT_FILE, CURL_CA_BUNDLE, REQUESTS_CA_BUNDLE, \
      NODE_EXTRA_CA_CERTS, GIT_SSL_CAINFO, JAVA_TOOL_OPTIONS and others, and UNDERSTUDY_URL), runs the command, and \
      exits with its exit code, or with 128 plus the number of the signal that ended it. It installs nothing and \
      leaves nothing behind.

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
        "put -- before \(first), so that its options are its own: understudy run -- \(words.joined(separator: " "))"
      )
    }
    guard command.first?.isEmpty == false else {
      throw ValidationError(
        "there is no command; put it after --, such as: understudy run -- npm test")
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
