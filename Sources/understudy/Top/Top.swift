import ArgumentParser
import Basics

struct Top: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Show how servers that share a store are doing, and their sandboxes.",
    discussion: """
      On a terminal, the table is updated every second, until q or Ctrl-C, with the numbers of the last second. \
      Otherwise, and with --once, it is printed once, with the numbers since each server's start. \
      For a server without a store, it only shows that the server is running.

      Example: understudy top http://127.0.0.1:8401 http://127.0.0.1:8402

      Exit codes: 0 done, 2 wrong usage, or a wrong control token, 3 no server answered.
      """)

  @Argument(
    help: ArgumentHelp("The servers. Default: \(ControlClient.usualURL)", valueName: "url"))
  var urls: [String] = []
  @Flag(help: "Print the table once.")
  var once = false
  @Option(
    name: .customLong("control-token"),
    help: ArgumentHelp(
      "The control token of the servers. [UNDERSTUDY_CONTROL_TOKEN]", valueName: "token"))
  var controlToken: String?

  func run() throws {
    var token = controlToken
    Environment().fill(&token, .controlToken)
    let watches = (urls.isEmpty ? [ControlClient.usualURL] : urls).map { url in
      var client = ControlClient(
        command: "top", url: url, sandbox: "default", token: token)
      client.option = ""
      client.hint = ""
      // Who looks each second does not wait long.
      client.timeout = 2
      return ServerWatch(client: client)
    }
    let first = try Self.samples(watches, nil)
    // Sandboxes are the same at all of them.
    guard first.servers.contains(where: { $0.sample.state.answers }) else {
      let reasons = first.servers.compactMap(\.sample.state.reason)
      let hint = urls.isEmpty ? ["Name the servers: understudy top URL…"] : []
      throw Failure(text: (reasons + hint).joined(separator: "\n"), code: 3)
    }
    guard !once, let terminal = TopScreen() else {
      for line in first.lines() { Streams.output(line) }
      return
    }
    try terminal.show(first) { try Self.samples(watches, $0) }
  }

  /// How often the list of sandboxes is asked for: it is long, and changes slowly.
  private static let turns = 5

  /// Asks all servers.
  /// - Parameter before: what was shown last.
  private static func samples(
    _ watches: [ServerWatch], _ before: (table: TopTable, turn: Int)?
  ) throws -> TopTable {
    let samples = Parallel.map(watches) { watch in Result { try watch.sample() } }
    var servers: [TopTable.Server] = []
    for (index, watch) in watches.enumerated() {
      servers.append(
        .init(
          url: watch.client.base, sample: try samples[index].get(),
          earlier: before?.table.servers[index].sample))
    }
    var table = TopTable(servers: servers, sandboxes: before?.table.sandboxes)
    if (before?.turn ?? 0) % turns == 0,
      let first = servers.firstIndex(where: { $0.sample.state.answers })
    {
      do { table.sandboxes = try watches[first].sandboxes() } catch let failure as Failure {
        // It has gone just now.
        guard failure.code == 3 else { throw failure }
      }
    }
    return table
  }
}

extension ServerSample.State {
  /// Whether a server is there.
  var answers: Bool { if case .silent = self { false } else { true } }
}
