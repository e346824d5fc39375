import ArgumentParser
import AuthorizationServer
import MicroHTTPServer
import ProviderModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the providers over HTTP.",
    discussion: """
      Prints one line on standard output, "Understudy listens at URL"; links to try and the log go to standard \
      error. SIGTERM or SIGINT ends it: what is in flight is answered, and the exit code is 0.

      Every option can come from the environment, under the name in brackets. What stands on the command line \
      wins; several values are separated by commas; a flag is on unless it is 0, false or no.

      GET / lists providers, clients and people; GET /_understudy/health says whether it runs.
      """)

  @Option(help: ArgumentHelp("The port; 0 takes any free one. Default: 8400. [UNDERSTUDY_PORT]"))
  var port: UInt16?
  @Option(
    help: ArgumentHelp(
      "The address to listen at. Default: 127.0.0.1 and ::1. [UNDERSTUDY_HOST]",
      valueName: "address"))
  var host: String?
  @Option(
    name: .customLong("provider"),
    help: ArgumentHelp(
      "A provider file to add; one with a bundled provider's id replaces that. Repeatable. [UNDERSTUDY_PROVIDER]",
      valueName: "file"))
  var providerFiles: [String] = []
  @Option(
    name: .customLong("cast"),
    help: ArgumentHelp(
      "A cast file (people and clients) to add. Repeatable; a later one replaces who has the same name. [UNDERSTUDY_CAST]",
      valueName: "file"))
  var castFiles: [String] = []
  @Flag(
    help: "Serve none of the bundled providers, and drop the default cast. [UNDERSTUDY_NO_BUNDLED]")
  var noBundled = false
  @Flag(
    help:
      "Read a --provider or --cast file again when it changes; while it has mistakes, they are printed and the old one stays. [UNDERSTUDY_WATCH]"
  )
  var watch = false
  @Option(
    help: ArgumentHelp(
      "Make every run give the same codes and tokens. [UNDERSTUDY_SEED]", valueName: "number"))
  var seed: UInt64?
  @Option(
    help: ArgumentHelp(
      "Write {\"url\", \"pid\"} to this file once the server listens; it is removed at the end. [UNDERSTUDY_READY_FILE]",
      valueName: "file"))
  var readyFile: String?
  @Flag(
    help:
      "Take any client id and any redirect URI that a browser may safely be sent to. [UNDERSTUDY_ACCEPT_ANY_CLIENT]"
  )
  var acceptAnyClient = false
  @Flag(
    help: "Let --accept-any-client stand on an address beyond loopback. [UNDERSTUDY_ALLOW_REMOTE]")
  var allowRemote = false
  @Option(
    help: ArgumentHelp(
      "Switch a quirk on. Repeatable; \"understudy providers ID\" lists them. [UNDERSTUDY_WITH]",
      valueName: "provider.quirk"))
  var with: [String] = []
  @Option(
    help: ArgumentHelp(
      "Switch a quirk off. Repeatable. [UNDERSTUDY_WITHOUT]", valueName: "provider.quirk"))
  var without: [String] = []
  @Option(
    help: ArgumentHelp(
      "Answer to this Host too, beside loopback and the providers' own. Repeatable. [UNDERSTUDY_ALLOW_HOST]",
      valueName: "name"))
  var allowHost: [String] = []
  @Option(
    help: ArgumentHelp(
      "The origin by which browsers reach a proxy in front, such as https://mock.example: requests for it are answered, and own URLs in their answers have its scheme. [UNDERSTUDY_PUBLIC_URL]",
      valueName: "url"))
  var publicURL: String?
  @Option(
    name: .customLong("log"),
    help: ArgumentHelp(
      "How the log is written: text, or json (an object a line). Default: text. [UNDERSTUDY_LOG]",
      valueName: "form"))
  var logFormat: Log.Format?
  @Flag(help: "Print no log and no links. [UNDERSTUDY_QUIET]")
  var quiet = false

  mutating func run() throws {
    StopSignal.endAtOnce()
    let environment = Environment()
    try environment.fill(&port, "PORT")
    environment.fill(&host, "HOST")
    environment.fill(&providerFiles, "PROVIDER")
    environment.fill(&castFiles, "CAST")
    environment.fill(&noBundled, "NO_BUNDLED")
    environment.fill(&watch, "WATCH")
    try environment.fill(&seed, "SEED")
    environment.fill(&readyFile, "READY_FILE")
    environment.fill(&acceptAnyClient, "ACCEPT_ANY_CLIENT")
    environment.fill(&allowRemote, "ALLOW_REMOTE")
    environment.fill(&with, "WITH")
    environment.fill(&without, "WITHOUT")
    environment.fill(&allowHost, "ALLOW_HOST")
    environment.fill(&publicURL, "PUBLIC_URL")
    try environment.fill(&logFormat, "LOG")
    environment.fill(&quiet, "QUIET")

    let addresses = host.map { [$0] } ?? ["127.0.0.1", "::1"]
    let options = try options(addresses)
    let stage = try stage()
    let sandbox = Sandbox(providers: stage.providers, cast: stage.cast, options: options)
    try serve(sandbox, addresses, stage.notes)
  }

  private func stage() throws -> Stage {
    try Stage(
      providerFiles: providerFiles, castFiles: castFiles, bundled: !noBundled, with: with,
      without: without)
  }

  private func options(_ addresses: [String]) throws -> Sandbox.Options {
    let isLoopback = addresses.allSatisfy {
      $0 == "::1" || $0 == "localhost" || $0.hasPrefix("127.")
    }
    if acceptAnyClient, !isLoopback, !allowRemote {
      throw Failure(
        text: "--accept-any-client on \(addresses[0]) lets anyone on the network be redirected "
          + "anywhere; add --allow-remote if that is meant")
    }
    var options = Sandbox.Options()
    options.acceptsAnyClient = acceptAnyClient
    options.allowedHosts = allowHost + (host.map { [$0] } ?? [])
    options.showsPasswords = isLoopback
    options.version = Understudy.version
    if let publicURL {
      guard let url = PublicURL(publicURL) else {
        throw Failure(
          text: "--public-url \(publicURL): expected an origin without a path, such as "
            + "https://mock.example or http://mock.example:8400")
      }
      options.publicURL = url
    }
    return options
  }

  private func serve(_ sandbox: Sandbox, _ addresses: [String], _ notes: [String]) throws {
    let log = Log(format: logFormat ?? .text, quiet: quiet)
    let state = Lock((sandbox: sandbox, random: Entropy(seed: seed)))
    let version = sandbox.options.version
    let server = MicroHTTPServer(addresses: addresses, port: port ?? 8400, log: log.say) {
      request in
      let now = Int(time(nil))
      let decision = state.withLock {
        $0.sandbox.decide(request, at: now, using: &$0.random)
      }
      let answer = decision.write(version: version)
      log.exchange(decision.log, status: answer.status.code)
      return answer
    }
    var stopSignal = StopSignal()
    let bound: UInt16
    do {
      bound = try server.start()
    } catch {
      throw Failure(text: "error: \(error)")
    }
    let shown = addresses[0].contains(":") ? "[\(addresses[0])]" : addresses[0]
    let url = "http://\(shown):\(bound)"
    if let readyFile {
      do {
        try Files.writeAtomically("{\"url\": \"\(url)\", \"pid\": \(getpid())}", to: readyFile)
      } catch {
        server.stop()
        throw error
      }
    }
    notes.forEach(log.say)
    Self.links(sandbox, sandbox.options.publicURL?.description ?? url).forEach(log.say)
    Streams.output("Understudy listens at \(url)")
    let watcher = watcher(log) { stage in
      state.withLock {
        $0.sandbox.providers = stage.providers
        $0.sandbox.cast = stage.cast
      }
    }

    stopSignal.wait()
    // It says "ready", which is over, whether or not what is in flight can still be answered.
    if let readyFile { Files.remove(readyFile) }
    watcher?.stop()
    server.stop()
  }

  /// Takes up changed files, all or none of them: half a change might not fit together.
  private func watcher(_ log: Log, take: @escaping @Sendable (Stage) -> Void) -> Watcher? {
    guard watch else { return nil }
    let files = providerFiles + castFiles
    guard !files.isEmpty else {
      log.say("--watch has nothing to watch: there is no --provider and no --cast")
      return nil
    }
    let serve = self
    return Watcher(files) { changed in
      do {
        take(try serve.stage())
        log.say("read again: \(changed.joined(separator: ", "))")
      } catch {
        let why = (error as? Failure)?.text ?? "\(error)"
        for line in why.split(separator: "\n") { log.say(String(line)) }
        log.say("not taken up: \(changed.joined(separator: ", ")); what was read before stays")
      }
    }
  }

  /// A link to try for each provider.
  private static func links(_ sandbox: Sandbox, _ url: String) -> [String] {
    let lines = sandbox.providers.compactMap { provider -> String? in
      let clients = sandbox.cast.clients.filter { $0.provider == provider.id }
      let links = clients.lazy.compactMap { Try.links(sandbox, provider, $0, base: url).last?.url }
      return links.first.map { "  \(provider.id): \($0)" }
    }
    return ["Everything to try is at \(url)/"] + lines
  }
}
