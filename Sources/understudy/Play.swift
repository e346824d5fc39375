import ArgumentParser
import Basics
import ProviderModel

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play one of the providers at the URL of your own issuer.",
    usage:
      "understudy play <url>[=<provider>] [--from <url-or-file>] [<options>] [-- <command> ...]",
    discussion: """
      Starts a server with HTTPS and a proxy that answers at the URL of your login server. With a command, the \
      command finds the proxy and the CA through variables, as with run: nothing is installed, and nothing is left \
      behind. Without one, the server runs until SIGTERM or SIGINT, as with serve, and prints how to direct clients \
      to it.

      The provider has its own paths below the URL; standard is the default. With --from, the paths, scopes and \
      algorithms are those of a discovery document, and the URL is the issuer.

      Without --cast, any client is accepted, with any secret and redirect URI. Beyond loopback that needs --allow-remote.

      Example: understudy play https://login.acme.test -- npm test
      Example: understudy play https://sso.acme.test=keycloak --cast clients.json
      Example: understudy play https://id.acme.test/main --from discovery.json -- pytest
      """)

  @Argument(
    help: ArgumentHelp(
      "The URL of your issuer, and the ID of the provider that answers there. Default: standard.",
      valueName: "url[=provider]"))
  var target: String
  @Option(
    help: ArgumentHelp(
      "The discovery document that the paths are taken from: its URL, its issuer's URL, or a file.",
      valueName: "url-or-file"))
  var from: String?
  @OptionGroup var options: ServerOptions
  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command to run, after `--`.", valueName: "command"))
  var command: [String] = []

  mutating func run() throws {
    if command.isEmpty { StopSignal.endAtOnce() }
    let environment = Environment()
    try options.fill(from: environment, speaksTLS: true)
    // The URL itself leads to the server by its own proxy alone, so it lets nobody in from another machine.
    if options.beyondLoopback == nil { options.allowRemote = true }
    let issuer = try PlayedIssuer(target)
    guard let from else {
      try issuer.play(in: &options)
      return try serve(environment)
    }
    let provider = try issuer.provider(from: from)
    let folder = try Files.temporaryFolder()
    defer { Files.removeFolder(folder) }
    let file = "\(folder)/\(provider.id).json"
    try Files.write(provider.text, to: file)
    options.fixtures.providerFiles.append(file)
    if provider.replacesBundled { options.fixtures.noBundled = true }
    try serve(environment)
  }

  private mutating func serve(_ environment: Environment) throws {
    if options.fixtures.castFiles.isEmpty, options.allowRemote { options.acceptAnyClient = true }
    guard command.isEmpty else {
      let child = ChildProcess(command)
      throw ExitCode(
        try options.whileServing(environment) { _, folder in
          try child.run(with: folder.environment.variables)
        })
    }
    var serve = try Serve.parse([])
    serve.options = options
    serve.options.https = options.https ?? 8443
    serve.options.proxy = options.proxy ?? 8480
    environment.fill(&serve.readyFile, .readyFile)
    try environment.fill(&serve.quiet, .quiet)
    try serve.serve(looked: FileWatch([]), doubts: Setting.warnings(environment.names))
  }
}
