import ArgumentParser
import AuthorizationServer
import BundledFixtures
import Composition
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
  static let configuration = CommandConfiguration(
    commandName: "serve",
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
    help:
      "Let --accept-any-client and --sign-in stand on an address beyond loopback. [UNDERSTUDY_ALLOW_REMOTE]"
  )
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
  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "A PEM or JWK file with a private RSA or P-256 key to sign with. Repeatable. [UNDERSTUDY_KEY]",
      valueName: "file"))
  var keyFiles: [String] = []
  @Option(
    name: .customLong("scenario"),
    help: ArgumentHelp(
      "A scenario whose rules hold from the start: a file, or the name of a bundled one. Repeatable. [UNDERSTUDY_SCENARIO]",
      valueName: "scenario"))
  var scenarios: [String] = []
  @Option(
    help: ArgumentHelp(
      "Sign in as this person without a page. [UNDERSTUDY_SIGN_IN]", valueName: "username"))
  var signIn: String?
  @Option(
    help: ArgumentHelp(
      "With --sign-in: granted (the rule) or denied. [UNDERSTUDY_CONSENT]", valueName: "answer"))
  var consent: String?
  @Option(
    help: ArgumentHelp(
      "What the control API asks for as a bearer token. Beyond loopback one is drawn and printed. [UNDERSTUDY_CONTROL_TOKEN]",
      valueName: "token"))
  var controlToken: String?
  @Flag(help: "Keep secrets in the journal as they are. [UNDERSTUDY_JOURNAL_SECRETS]")
  var journalSecrets = false
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
    environment.fill(&keyFiles, "KEY")
    environment.fill(&scenarios, "SCENARIO")
    environment.fill(&signIn, "SIGN_IN")
    environment.fill(&consent, "CONSENT")
    environment.fill(&controlToken, "CONTROL_TOKEN")
    environment.fill(&journalSecrets, "JOURNAL_SECRETS")

    let addresses = host.map { [$0] } ?? ["127.0.0.1", "::1"]
    let keys = try Keys(files: keyFiles, seed: seed)
    var setting = Playhouse.Setting(keys: keys.ring)
    try set(&setting, addresses)
    let looked = FileWatch(watched)
    let staging = try staging()
    setting.standing = try standing(staging.cast)
    setting.rules = try rules(staging.providers)
    try serve(setting, staging, keys, addresses, looked: looked)
  }

  func staging() throws -> Staging {
    try Staging(
      providerFiles: providerFiles, castFiles: castFiles, bundled: !noBundled, with: with,
      without: without)
  }

  private func set(_ setting: inout Playhouse.Setting, _ addresses: [String]) throws {
    let isLoopback = Self.isLoopback(addresses)
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
    setting.site.acceptsAnyClient = acceptAnyClient
    setting.site.allowedHosts = allowHost + (host.map { [$0] } ?? [])
    setting.site.version = UnderstudyTool.version
    setting.site.advice = .commandLine
    setting.house.showsPasswords = isLoopback
    if let publicURL {
      guard let url = PublicURL(publicURL) else {
        throw Failure(
          text: "--public-url \(publicURL): expected an origin without a path, such as "
            + "https://mock.example or http://mock.example:8400")
      }
      setting.site.publicURL = url
    }
  }

  static func isLoopback(_ addresses: [String]) -> Bool {
    addresses.allSatisfy {
      $0 == "::1" || $0 == "localhost" || HostName.isLoopbackAddress($0)
    }
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

  private func rules(_ providers: Repertoire) throws -> [Rule] {
    try scenarios.flatMap { name in
      let reader = RuleReader(providers: providers, scenarios: Bundle.scenarios)
      do {
        if let bytes = Bundle.scenario(name) {
          return try reader.scenario(bytes, name: "bundled:scenarios/\(name).json")
        }
        return try reader.scenario(Files.read(name), name: name)
      } catch let error as FixtureError {
        throw Failure(text: error.description)
      } catch let failure as Failure {
        let known = Bundle.scenarios.map(\.id)
        throw Failure(text: failure.text + "; bundled: " + known.joined(separator: ", "))
      }
    }
  }
}
