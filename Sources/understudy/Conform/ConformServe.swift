import ArgumentParser
import Basics
import Examiner

struct ConformServe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve an issuer for each check, for phones, simulators and apps with a window.",
    discussion: """
      Prints the address of a page with one issuer for each check. Point the app at an issuer, sign in with its own browser, \
      and say on the page what it did; or let the app post {"outcome": "accepted"} or {"outcome": "rejected"} to \
      OAUTH_REPORT_URL, which the page shows. The verdicts are next to it, and as JSON at \
      /_understudy/conform/results.json.

      Checks that need the tool's own browser (callbacks that arrive twice, or in the wrong browser) are left out: \
      use "understudy conform run" for those.
      """)

  @Option(help: "Which kind of client it is.", completion: .profiles)
  var profile: String
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var registration: RegistrationOptions
  @Option(
    help: ArgumentHelp("The port; 0 takes any free one.", valueName: "port"), transform: Port.read)
  var port: UInt16 = 8400
  @Option(
    help: ArgumentHelp(
      "The address to listen at, for a phone in the same network. Default: 127.0.0.1 and ::1.",
      valueName: "address"))
  var host: String?
  @Option(
    name: .customLong("https"), defaultAsFlag: PortText("8443"),
    help: ArgumentHelp(
      "Give the app addresses with https, at this port (8443 if none is given). understudy ca says how to make it trust them.",
      valueName: "port"), transform: PortText.init)
  var https: PortText?
  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp(
      "The origin under which the app reaches this server, such as http://192.168.1.7:8400.",
      valueName: "url"))
  var publicURL: String?

  mutating func run() throws {
    let catalogue = Catalogue.bundled
    let profile = try CheckSelection.profile(profile, at: registration.provider, catalogue)
    guard profile.subject == nil else {
      throw Failure(
        text:
          "conform serve: clients of the profile \(profile.id) are told a token, which a page can't do: examine them with \"understudy conform run\""
      )
    }
    var plan = try selection.selection.plan(profile, catalogue, ClientPlan())
    try registration.apply(to: &plan)
    let checks = plan.checks.filter { check in
      ExaminerPage.canServe(check) && check.needs.allSatisfy(plan.abilities.contains)
    }
    guard !checks.isEmpty else {
      throw Failure(text: "conform: none of these checks can be brought about by any browser")
    }
    StopSignal.endAtOnce()
    var stop = StopSignal()
    var options = try ServerOptions.parse([])
    registration.set(&options)
    options.host = host
    if let publicURL { options.publicURLs = [publicURL] }
    try https?.check("--https")
    let server = try ExaminerServer.start(
      options, ports: .init(plain: port, https: https?.number, proxy: nil), isSecure: https != nil,
      publicURL: publicURL)
    var facts = ClientFacts(plan.record)
    facts.takesWhatComes = plan.takesWhatComes
    do {
      let page = try ExaminerPage(
        profile, checks,
        CheckSandbox.Plan(
          provider: plan.provider, client: facts, scope: plan.scope ?? profile.scope),
        abilities: plan.abilities, isStrict: plan.isStrict, at: server)
      server.front.page.withLock { $0 = page }
    } catch {
      server.stop()
      throw error
    }
    // The fragment goes to no server; the page takes the token from it.
    let token = server.host.controlToken.map { "#token=\($0)" } ?? ""
    Streams.output("The examiner's page is at \(server.origin)\(ExaminerPage.root)\(token)")
    defer { server.stop() }
    try Streams.checkOutput()
    stop.wait()
  }
}
