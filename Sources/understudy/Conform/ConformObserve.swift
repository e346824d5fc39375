import ArgumentParser
import Basics
import Engine
import Examiner
import ProviderModel
import Server

struct ConformObserve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "observe",
    abstract: "Examine what clients sent, in a saved journal or at a running server.",
    discussion: """
      A journal is the response of GET /_understudy/sandboxes/ID/journal, as it is or with format=ndjson or \
      format=har; - reads it from standard input. Without a file, the journal comes from the server at --url. No \
      client is run: checks that a journal can't decide are skipped, with the reason. A server with \
      --journal-secrets shows more.

      Example: understudy conform observe journal.json

      Exit codes: 0 no requirement is broken, 1 one is, 2 wrong usage or no journal, 3 there was nothing to examine.
      """)

  @Argument(help: ArgumentHelp("A file with a journal; - is standard input.", valueName: "journal"))
  var file: String?
  @Option(
    name: .customLong("journal"),
    help: ArgumentHelp("The same as an option.", valueName: "file"))
  var journal: String?
  @Option(
    name: .customLong("fixture"),
    help: ArgumentHelp(
      "The provider that was played, by ID or file, or a cast file with its clients. Repeatable.",
      valueName: "file|id"))
  var fixtures: [String] = []
  @Option(
    help: ArgumentHelp(
      "The server to ask if no file is given. Default: \(ControlClient.usualURL) [UNDERSTUDY_URL]",
      valueName: "url"))
  var url: String?
  @Option(help: ArgumentHelp("The sandbox whose journal it is. Default: default", valueName: "id"))
  var sandbox: String?
  @Option(
    name: .customLong("control-token"),
    help: ArgumentHelp(
      "The control token of that server. [UNDERSTUDY_CONTROL_TOKEN]",
      valueName: "token"))
  var controlToken: String?
  @Option(
    help: ArgumentHelp("Only this client. Default: all clients of the journal.", valueName: "id"))
  var client: String?
  @Flag(help: "The client uses OpenID Connect: its scope must contain openid.")
  var openid = false
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Only these checks, separated by commas.", valueName: "ids"))
  var only: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("All checks except these, separated by commas.", valueName: "ids"))
  var skip: [String] = []
  @Flag(help: "Also require what the specifications only recommend (SHOULD).")
  var strict = false
  @OptionGroup var reports: ReportPlan

  func validate() throws {
    if file != nil, journal != nil {
      throw ValidationError(
        "the journal is given twice, as an argument and with --journal: use one of them")
    }
    if file ?? journal != nil, url != nil || sandbox != nil || controlToken != nil {
      throw ValidationError(
        "--url, --sandbox and --control-token ask a server, and a file is named too: leave one out")
    }
  }

  mutating func run() throws {
    let checks = try self.checks()
    let ready = try reports.ready(.bundled)
    let known = try ObservedFixtures(fixtures)
    let source: JournalSource
    if let path = file ?? journal {
      if path.hasPrefix("http://") || path.hasPrefix("https://") {
        throw Failure(
          text: "conform observe \(path): expected a file; did you mean --url \(path)?")
      }
      source = .file(path)
    } else {
      Environment().fill(&controlToken, .controlToken)
      source = .server(
        url: ServerChoice.url(url), sandbox: sandbox ?? "default", token: controlToken)
    }
    let bytes = try source.read(most: JournalReader.most)
    let registered = try source.clients()
    let split: JournalSplit
    do {
      split = JournalSplit(try JournalReader(file: source.name, book: known.book).read(bytes))
    } catch {
      throw Failure(text: "\(error)")
    }
    let parties = split.parties.filter { client == nil || $0.client == client }
    guard !parties.isEmpty else { throw nobody(split, source) }
    let wantsOpenID = openid ? true : nil
    let observation = Observation(
      checks: checks, parties: parties, isStrict: strict,
      subject: { known.subject($0, registered: registered, wantsOpenID: wantsOpenID) })
    var report = report(on: parties, source.name, observation.results())
    ready.mark(&report, .bundled)
    ObservationText(
      source: source.name, parties: parties, unknown: split.unknown, isAside: ready.takesOutput
    ).print(report)
    try ready.writeReports(report, secrets: parties.flatMap(\.run.hidden))
    guard report.isGreen else { throw ExitCode(1) }
    guard report.results.contains(where: { $0.verdict != .skip }) else {
      throw Failure(text: "conform observe: nothing in this journal shows anything", code: 3)
    }
  }

  private func report(
    on parties: [JournalSplit.Party], _ source: String, _ results: [CheckResult]
  ) -> RunReport {
    func names(_ name: (JournalSplit.Party) -> String) -> String {
      Set(parties.map(name)).sorted().joined(separator: ", ")
    }
    var report = RunReport(
      toolVersion: UnderstudyTool.version, profile: "observe",
      profileTitle: "What \(source) shows", provider: names(\.provider), client: names(\.client),
      requirements: "", started: RunningServer.now(), seconds: 0, results: results)
    report.isStrict = strict
    return report
  }

  private func nobody(_ split: JournalSplit, _ source: JournalSource) -> Failure {
    let names = split.parties.map(\.client)
    if let client, !names.isEmpty {
      return Failure(
        text: "conform observe: no client \"\(client)\" in \(source.name)"
          + Suggestion.list(for: client, among: names))
    }
    return Failure(
      text:
        "conform observe: \(source.name) holds \(split.unknown) requests, and none of them names a client",
      code: 3)
  }

  private func checks() throws -> [Check] {
    let all = Catalogue.bundled.passive
    let (only, skip) = (only.separated, skip.separated)
    for id in only + skip where !all.contains(where: { $0.id == id }) {
      let why = Catalogue.bundled.check(id) == nil ? "" : " that a journal could show"
      throw Failure(
        text: "conform observe: there is no check \"\(id)\"\(why)"
          + Suggestion.list(for: id, among: all.map(\.id)))
    }
    return all.filter { (only.isEmpty || only.contains($0.id)) && !skip.contains($0.id) }
  }
}

extension ObservedFixtures {
  /// - Parameter fixtures: ids of bundled providers, and files with a provider or a cast.
  init(_ fixtures: [String]) throws {
    var providers: [String] = []
    var casts: [String] = []
    let bundled = BundledFixtures.index.map(\.id)
    for text in fixtures where !bundled.contains(text) {
      guard text.contains(where: { "/.".contains($0) }) else {
        throw Failure(
          text: "--fixture \(text): expected a provider's id or a file"
            + Suggestion.list(for: text, among: bundled))
      }
      // A file that isn't JSON is reported when it is read as a provider.
      let root = try? JSONReader().read(try Files.read(text), file: text).root
      if FixtureFileKind(of: root) == .cast { casts.append(text) } else { providers.append(text) }
    }
    try self.init(
      LoadedFixtures(
        providerFiles: providers, castFiles: casts, bundled: true, with: [], without: []))
  }
}
