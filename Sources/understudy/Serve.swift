import ArgumentParser
import AuthorizationServer
import ControlAPI
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
  static let configuration = CommandConfiguration(abstract: "Serve the providers over HTTP.")

  @Option(help: "The port; 0 takes any free one. [UNDERSTUDY_PORT]")
  var port: UInt16?
  @Option(help: "The address to listen at. Default: 127.0.0.1 and ::1. [UNDERSTUDY_HOST]")
  var host: String?
  @Option(name: .customLong("provider"), help: "A provider file to add. [UNDERSTUDY_PROVIDER]")
  var providerFiles: [String] = []
  @Option(name: .customLong("cast"), help: "A cast file to add. [UNDERSTUDY_CAST]")
  var castFiles: [String] = []
  @Flag(
    help: "Serve none of the bundled providers, and drop the default cast. [UNDERSTUDY_NO_BUNDLED]")
  var noBundled = false
  @Option(help: "Make every run give the same bytes. [UNDERSTUDY_SEED]")
  var seed: UInt64?
  @Option(
    help: "Write {\"url\", \"pid\"} to this file once the server listens. [UNDERSTUDY_READY_FILE]")
  var readyFile: String?
  @Flag(help: "Take any client id and any redirect URI. [UNDERSTUDY_ACCEPT_ANY_CLIENT]")
  var acceptAnyClient = false
  @Flag(
    help: "Let --accept-any-client stand on an address beyond loopback. [UNDERSTUDY_ALLOW_REMOTE]")
  var allowRemote = false
  @Option(help: "Switch a quirk on: PROVIDER.QUIRK. [UNDERSTUDY_WITH]")
  var with: [String] = []
  @Option(help: "Switch a quirk off: PROVIDER.QUIRK. [UNDERSTUDY_WITHOUT]")
  var without: [String] = []
  @Option(help: "Another Host to answer to. [UNDERSTUDY_ALLOW_HOST]")
  var allowHost: [String] = []
  @Option(
    name: .customLong("key"),
    help: "A PEM or JWK file with a private RSA or P-256 key to sign with. [UNDERSTUDY_KEY]")
  var keyFiles: [String] = []
  @Option(
    name: .customLong("scenario"),
    help: "A scenario file whose rules hold from the start. [UNDERSTUDY_SCENARIO]")
  var scenarioFiles: [String] = []
  @Option(help: "Sign in as this person without a page. [UNDERSTUDY_SIGN_IN]")
  var signIn: String?
  @Option(help: "With --sign-in: granted (the rule) or denied. [UNDERSTUDY_CONSENT]")
  var consent: String?
  @Option(
    help: "What the control API asks for as a bearer token. [UNDERSTUDY_CONTROL_TOKEN]")
  var controlToken: String?
  @Flag(help: "Keep secrets in the journal as they are. [UNDERSTUDY_JOURNAL_SECRETS]")
  var journalSecrets = false
  @Option(help: "The log as text or as json, a line for each request. [UNDERSTUDY_LOG]")
  var log: LogForm?
  @Flag(help: "Print no log and no links. [UNDERSTUDY_QUIET]")
  var quiet = false

  mutating func run() throws {
    let environment = Environment()
    try environment.fill(&port, "PORT")
    environment.fill(&host, "HOST")
    environment.fill(&providerFiles, "PROVIDER")
    environment.fill(&castFiles, "CAST")
    environment.fill(&noBundled, "NO_BUNDLED")
    try environment.fill(&seed, "SEED")
    environment.fill(&readyFile, "READY_FILE")
    environment.fill(&acceptAnyClient, "ACCEPT_ANY_CLIENT")
    environment.fill(&allowRemote, "ALLOW_REMOTE")
    environment.fill(&with, "WITH")
    environment.fill(&without, "WITHOUT")
    environment.fill(&allowHost, "ALLOW_HOST")
    environment.fill(&keyFiles, "KEY")
    environment.fill(&quiet, "QUIET")
    environment.fill(&scenarioFiles, "SCENARIO")
    environment.fill(&signIn, "SIGN_IN")
    environment.fill(&consent, "CONSENT")
    environment.fill(&controlToken, "CONTROL_TOKEN")
    environment.fill(&journalSecrets, "JOURNAL_SECRETS")
    try environment.fill(&log, "LOG")

    let stage = try Stage(
      providerFiles: providerFiles, castFiles: castFiles, bundled: !noBundled, with: with,
      without: without)
    let addresses = host.map { [$0] } ?? ["127.0.0.1", "::1"]
    let isLoopback = addresses.allSatisfy {
      $0 == "::1" || $0 == "localhost" || $0.hasPrefix("127.")
    }
    if acceptAnyClient, !isLoopback, !allowRemote {
      throw Failure(
        text: "--accept-any-client on \(addresses[0]) lets anyone on the network be redirected "
          + "anywhere; add --allow-remote if that is meant")
    }
    if signIn != nil, !isLoopback, !allowRemote {
      throw Failure(
        text: "--sign-in on \(addresses[0]) signs in anyone on the network; add --allow-remote if "
          + "that is meant")
    }
    var options = Sandbox.Options()
    options.acceptsAnyClient = acceptAnyClient
    options.allowedHosts = allowHost + (host.map { [$0] } ?? [])
    options.showsPasswords = isLoopback
    options.version = Understudy.version
    let keys = try Keys(files: keyFiles, seed: seed)
    options.keys = keys.ring
    var sandbox = Sandbox(providers: stage.providers, cast: stage.cast, options: options)
    sandbox.standing = try standing(stage.cast)
    for path in scenarioFiles {
      do {
        sandbox.rules.add(
          try RuleReader(providers: stage.providers).scenario(Files.read(path), name: path))
      } catch let error as FixtureError {
        throw Failure(text: error.description)
      }
    }
    var world = World.Options()
    world.seed = seed
    world.keepsSecrets = journalSecrets
    world.with = stage.with
    world.without = stage.without
    world.controlToken = controlToken ?? (isLoopback ? nil : Self.drawnToken())
    try serve(sandbox, stage, world, keys, addresses)
  }

  /// Who signs in from the start, if that was asked for.
  private func standing(_ cast: Cast) throws -> Standing {
    guard let signIn else {
      if consent == nil { return Standing() }
      throw Failure(text: "--consent says what the person of --sign-in answers: give both")
    }
    guard cast.person(signIn) != nil else {
      let names = cast.people.map(\.username)
      throw Failure(
        text: "--sign-in \(signIn): there is no person \"\(signIn)\""
          + Suggestion.hint(for: signIn, among: names))
    }
    switch consent {
    case nil, "granted": return Standing(person: signIn, consent: .granted)
    case "denied": return Standing(person: signIn, consent: .denied)
    case .some(let text):
      throw Failure(text: "--consent \(text): expected granted or denied")
    }
  }

  private static func drawnToken() -> String {
    var chance = Entropy(seed: nil)
    return (try? Pattern("[A-Za-z0-9]{32}"))?.draw(using: &chance) ?? ""
  }

  private func serve(
    _ sandbox: Sandbox, _ stage: Stage, _ options: World.Options, _ keys: Keys,
    _ addresses: [String]
  ) throws {
    let (quiet, form) = (quiet, log ?? .text)
    let say: @Sendable (String) -> Void = { if !quiet { Streams.error($0) } }
    let world = World(
      sandbox: sandbox, fixtures: stage.fixtures, options: options, now: Int(time(nil))
    ) { entry, id in
      if !quiet { Streams.error(form.line(entry, sandbox: id, at: Int(time(nil)))) }
    }
    let server = MicroHTTPServer(
      addresses: addresses, port: port ?? 8400, log: say,
      replying: { request in
        switch world.respond(to: request, at: Int(time(nil))) {
        case .answer(let answer): return .answer(answer)
        case .later(_, let start):
          let waiting = Waiting()
          start { waiting.finish($0) }
          return .later(waiting)
        }
      })
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
    stage.notes.forEach(say)
    Self.links(sandbox, url).forEach(say)
    if let token = options.controlToken, controlToken == nil {
      say("The control API asks for this token: \(token)")
    }
    Streams.output("Understudy listens at \(url)")

    // Making the RSA key takes a core for a tenth of a second: the first requests go first.
    usleep(100_000)
    keys.start()
    stopSignal.wait()
    server.stop()
    if let readyFile { Files.remove(readyFile) }
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
