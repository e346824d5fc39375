import ArgumentParser
import Basics
import Examiner
import ProviderModel

struct ConformRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a client against each check of a profile.",
    usage: """
      understudy conform run --profile <profile> [<options>] -- <command> [<argument> ...]
      understudy conform run --profile web-rp --start-url <url> --probe-url <url> [<options>] [-- <command> ...]
      """,
    discussion: """
      The command runs once for each check, with its own home folder and these variables: OAUTH_ISSUER, \
      OAUTH_DISCOVERY_URL, OAUTH_AUTHORIZE_URL, OAUTH_TOKEN_URL, OAUTH_USERINFO_URL, OAUTH_JWKS_URL, OAUTH_RESOURCE_URL, \
      OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, OAUTH_REDIRECT_URI, OAUTH_SCOPE, OAUTH_RESPONSE_TYPE, OAUTH_PROFILE, \
      OAUTH_TEST_ID, OAUTH_REPORT_URL, BROWSER, and others for some profiles and checks (docs/conform.md). In its \
      arguments, in the URLs and in templates {issuer}, {authorize}, {token}, {userinfo}, {jwks}, {discovery}, \
      {resource}, {client_id}, {client_secret}, {redirect_uri}, {scope}, {origin}, {home}, {port} (a free one), and those \
      of some profiles are filled in.

      When the command calls BROWSER, xdg-open or a similar program, the tool's browser signs a user in and delivers \
      the callback. The command accepts with exit code 0 and refuses with 1 to 125; a last line {"outcome": \
      "accepted"} or {"outcome": "rejected", "error": "..."} takes precedence.

      Example: understudy conform run --profile native-code -- ./my-client login
      """)

  @Option(
    help: "Which kind of client it is; \"understudy conform list\" shows the profiles.",
    completion: .profiles)
  var profile: String
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var registration: RegistrationOptions
  @OptionGroup var reports: ReportPlan
  @Option(
    name: .customLong("start-url"),
    help: ArgumentHelp(
      "The URL where a user of the web application begins to sign in. With {port} or {issuer} in it, checks run in parallel.",
      valueName: "url"))
  var startURL: String?
  @Option(
    name: .customLong("probe-url"),
    help: ArgumentHelp(
      "A URL that responds with 2xx only to users who are signed in, such as /me.",
      valueName: "url"))
  var probeURL: String?
  @Option(
    name: .customLong("logout-url"),
    help: ArgumentHelp("The URL where a user of the web application signs out.", valueName: "url"))
  var logoutURL: String?
  @Option(
    help: ArgumentHelp(
      "The CA of the web application's own pages, as PEM: the tool's browser trusts it, too.",
      valueName: "file"))
  var cacert: String?
  @Option(
    name: .customLong("open-cmd"),
    help: ArgumentHelp(
      "The command that receives callbacks with a custom scheme: 'xcrun simctl openurl booted {url}'. Without this option, they are written to the client's standard input, one per line.",
      valueName: "command"))
  var openCommand: String?
  @Option(
    help: ArgumentHelp(
      "Treat an uncaught exception with this text in its name or message as a refusal instead of a crash: oauthlib.oauth2. Repeatable.",
      valueName: "words"))
  var refusal: [String] = []
  @Option(
    help: ArgumentHelp(
      "Write a file for each run, with {issuer} and the other placeholders filled in. Repeatable.",
      valueName: "in:out"))
  var template: [String] = []
  @Option(
    name: .customLong("as"), help: ArgumentHelp("The person who signs in.", valueName: "username"))
  var person = "alice"
  @Option(help: ArgumentHelp("The time limit of one run, in seconds.", valueName: "seconds"))
  var timeout = 30
  @Option(
    help: ArgumentHelp(
      "Seconds of silence after which a client that still runs counts as having stopped. Default: 2, or five times as long as its control took, if that is longer.",
      valueName: "seconds"))
  var silence = 2
  @Option(
    help: ArgumentHelp(
      "The number of parallel runs. Default: 8, if ports allow it.", valueName: "number"))
  var jobs: Int?
  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("How often to run each check.", valueName: "number")
  )
  var repeats = 1
  @Option(
    help: ArgumentHelp(
      "The port of the examiner. Default: any free one; 8400 for a web application that is already running.",
      valueName: "port"),
    transform: Port.read)
  var port: UInt16?
  @Option(
    name: .customLong("https"), defaultAsFlag: PortText("0"),
    help: ArgumentHelp(
      "Give the client addresses with https, at this port (any free one if none is given; 8443 for a web application that is already running). The command finds the CA through the variables of understudy run; an application that is already running must trust the CA of understudy ca.",
      valueName: "port"), transform: PortText.init)
  var https: PortText?
  @Flag(
    name: .customLong("real-hosts"),
    help:
      "Lead the provider's real hosts to the examiner, as understudy run does, for programs that have them built in. Checks run one after another."
  )
  var realHosts = false
  @Flag(
    name: .customLong("port-per-test"),
    help:
      "Give each run its own port, with the provider at the root, for clients that accept only a host without a path: {origin} is then the issuer."
  )
  var portPerTest = false
  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command that starts the client, after --.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    for (name, value) in [
      ("--timeout", timeout), ("--repeat", repeats), ("--jobs", jobs ?? 1), ("--silence", silence),
    ]
    where !(1...10_000).contains(value) {
      throw ValidationError("\(name): expected a whole number from 1 to 10000, found \(value)")
    }
    if command.isEmpty, startURL == nil {
      let words = CommandLine.arguments
      let stray = words.indices.dropFirst(3).first { index in
        let before = words[index - 1]
        return !words[index].hasPrefix("-") && (!before.hasPrefix("-") || before.contains("="))
      }
      if let stray {
        let (own, command) = (words[1..<stray], words[stray...])
        throw ValidationError(
          "put -- before \(words[stray]), so that its options are its own: understudy "
            + "\(own.joined(separator: " ")) -- \(command.joined(separator: " "))")
      }
      throw ValidationError(
        "there is nothing to examine; put a command after --, such as: understudy conform run --profile native-code -- ./my-client login; or give --start-url and --probe-url of a web application"
      )
    }
    if (startURL == nil) != (probeURL == nil) {
      throw ValidationError(
        "--start-url and --probe-url belong together: one signs in, the other shows whether it worked"
      )
    }
    if realHosts, command.isEmpty {
      throw ValidationError(
        "--real-hosts sets variables for a command: put it after --; for an application that is already running, see understudy hosts"
      )
    }
    if portPerTest, command.isEmpty {
      throw ValidationError(
        "--port-per-test gives the command another port in each run: put it after --; an application that is already running knows only one"
      )
    }
    if portPerTest, realHosts {
      throw ValidationError(
        "--port-per-test is for clients that accept a host, --real-hosts for clients with built-in hosts: use one of them"
      )
    }
    if refusal.contains(where: \.isEmpty) {
      throw ValidationError("--refusal: expected words of an exception, found none")
    }
    for text in template where text.split(separator: ":").count != 2 {
      throw ValidationError(
        "--template \(text): expected IN:OUT, two file names with a colon between")
    }
  }

  mutating func run() throws {
    let catalogue = Catalogue.bundled
    let profile = try CheckSelection.profile(
      profile, at: registration.provider, catalogue)
    var client = ClientPlan()
    client.command = command
    (client.startURL, client.probeURL, client.logoutURL) = (startURL, probeURL, logoutURL)
    client.openCommand = openCommand
    client.templates = template.map { text in
      let parts = text.split(separator: ":").map(String.init)
      return (parts[0], parts[1])
    }
    client.person = person
    client.refusals = refusal
    client.timeout = timeout
    let ready = try reports.ready(catalogue)
    let authority = try cacert.map { try Files.read($0) }
    if let name = command.first { try ProgramSearch.find(name) }
    for template in client.templates { _ = try Files.read(template.from) }
    var plan = try selection.selection.plan(profile, catalogue, client)
    (plan.jobs, plan.repeats, plan.leastQuiet) = (jobs, repeats, silence * 1000)
    plan.hasPortPerTest = portPerTest
    plan.client = client
    try registration.apply(to: &plan)
    let isFixed =
      client.isWeb && command.isEmpty && startURL?.contains("{") == false
    if isFixed || realHosts { plan.shared = "default" }
    Running.heedSignals()
    var options = try ServerOptions.parse([])
    registration.set(&options)
    try https?.check("--https")
    // A server that is already running may be trusted by its CA, which has to stay.
    options.caOnce = !command.isEmpty
    let server = try ExaminerServer.start(
      options,
      ports: .init(
        plain: port ?? (isFixed ? 8400 : 0), https: httpsPort(plan, isFixed: isFixed),
        proxy: realHosts ? 0 : nil),
      isSecure: https != nil)
    do {
      try find(person, in: server.host.staging.cast)
    } catch {
      server.stop()
      throw error
    }
    let folder = try CheckRunFolder.parent()
    if let authority {
      let file = "\(folder)/trusted.pem"
      let known = try server.host.trusted.map { try Files.read($0) } ?? []
      try Files.write(String(decoding: known + [10] + authority, as: UTF8.self), to: file)
      plan.client.trusted = file
    }
    let session = ConformSession(
      plan: plan, server: server, folder: folder, reports: ready,
      shownClient: command.isEmpty
        ? startURL ?? "" : command.map(ShellWord.quoted).joined(separator: " "))
    defer { session.close() }
    throw ExitCode(try session.run())
  }

  /// Some checks want it whatever the others do.
  private func httpsPort(_ plan: Examination.Plan, isFixed: Bool) -> UInt16? {
    guard let number = https?.number else { return plan.needsTLS || realHosts ? 0 : nil }
    return isFixed && number == 0 ? 8443 : number
  }

  private func find(_ person: String, in cast: Cast) throws {
    guard cast.person(person) == nil else { return }
    throw Failure(
      text: "conform: --as: nobody is called \"\(person)\""
        + Suggestion.list(for: person, among: cast.people.map(\.username)))
  }
}
