import ArgumentParser
import Basics
import ProviderModel
import Server

struct McpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Offer the control API to coding agents, as tools of the Model Context Protocol.",
    discussion: """
      Reads JSON-RPC messages from standard input and writes responses to standard output, one per line. Each \
      operation of the control API is a tool; visit, listChecks, explainCheck and examineClient are tools too. \
      Long schemas are outlined in the list of tools, and describeTool returns them.

      Starts a server of its own, at a free port unless --port names one; it ends with standard input. With \
      --server, the tools control a running server.

      examineClient runs the program that it is given on this machine; leave it out with --tools if agents must not \
      do that.

      Example: understudy mcp --port 8400 --cast cast.json
      Example: understudy mcp --server http://127.0.0.1:8400
      """)

  @Option(
    help: ArgumentHelp(
      "Control this running server instead of a new one.", valueName: "url"))
  var server: String?
  @Option(
    help: ArgumentHelp(
      "Offer only these tools, separated by commas: the schemas of all tools take much space in a model's context.",
      valueName: "names"))
  var tools: [String] = []
  @OptionGroup var options: ServerOptions

  mutating func run() throws {
    StopSignal.endAtOnce()
    let names = tools.separated
    let known =
      ControlTool.all.map(\.name) + AgentTool.commands(ToolRunner()).map(\.name)
      + [AgentTool.describing([]).name]
    if let other = names.first(where: { !known.contains($0) }) {
      throw Failure(
        text: "--tools: there is no tool \"\(other)\"" + Suggestion.list(for: other, among: known))
    }
    if let server {
      try checkOptions(server)
      var token = options.controlToken
      Environment().fill(&token, .controlToken)
      let client = client(server, token)
      _ = try client.body(of: try client.answer("/sandboxes/default"))
      return Self.serve(client, names)
    }
    let environment = Environment()
    try options.fill(from: environment)
    for line in Setting.warnings(environment.names) { Streams.error(line) }
    let log = Log(format: options.logFormat ?? .text, quiet: options.logFormat == nil)
    var stop = StopSignal()
    let running = try RunningServer(
      options, ports: .init(plain: options.port ?? 0, https: options.https, proxy: options.proxy),
      log: log)
    defer {
      running.stop()
      log.finish()
    }
    log.tell(running.staging.notes)
    let client = client(running.linkURL, running.setting.house.controlToken)
    // Standard input is read elsewhere: this thread waits for its end and for signals alike.
    guard
      BackgroundThread.run({
        running.startKeys()
        Self.serve(client, names)
        StopSignal.send()
      })
    else { throw Failure(text: "error: the system can't start a thread") }
    stop.wait()
  }

  /// Options of a new server mean nothing to one that runs.
  private func checkOptions(_ server: String) throws {
    let given: [(String, Bool)] = [
      ("--port", options.port != nil), ("--host", options.host != nil),
      ("--provider", !options.fixtures.providerFiles.isEmpty),
      ("--cast", !options.fixtures.castFiles.isEmpty),
      ("--scenario", !options.scenarios.isEmpty), ("--seed", options.seed != nil),
      ("--https", options.https != nil), ("--proxy", options.proxy != nil),
    ]
    for (option, isGiven) in given where isGiven {
      throw Failure(
        text: "\(option) is for a new server, and --server \(server) names one that runs: "
          + "leave one of them out")
    }
  }

  private func client(_ url: String, _ token: String?) -> ControlClient {
    var client = ControlClient(command: "mcp", url: url, sandbox: "default", token: token)
    client.option = "--server "
    client.hint = "Start one with \"understudy serve\", or leave --server out."
    // A journal may be waited for, up to a minute.
    client.timeout = 70
    return client
  }

  /// - Parameter names: the tools to offer; all of them if it is empty.
  private static func serve(_ client: ControlClient, _ names: [String]) {
    let runner = ToolRunner()
    let tools = (AgentTool.control(client) + AgentTool.commands(runner))
      .filter { names.isEmpty || names.contains($0.name) }
    let describing = AgentTool.describing(tools)
    let isNamed = names.isEmpty || names.contains(describing.name)
    let server = ToolServer(
      tools: tools + (isNamed ? [describing] : []), instructions: instructions(client.base))
    StandardStreams(server, runner).serve()
  }

  private static func instructions(_ url: String) -> String {
    """
    Understudy is a mock OAuth 2.0 and OpenID Connect server that plays real providers. It listens at \(url); a provider's \
    issuer is \(url)/PROVIDER, such as \(url)/standard. listProviders names the providers; listPeople and listClients name \
    who can sign in, and which clients are registered.

    Work in a sandbox of your own: createSandbox returns its ID and address, below which every provider answers, as at \
    \(url)/_sandbox/ID/PROVIDER. To make the next request fail, use addRules. To learn why a request was refused, use \
    readJournal with outcome=refused: each entry says why, and how to fix the request. visit signs somebody in. \
    describeTool has the whole schema of a tool whose list entry is short. listChecks, explainCheck and examineClient are about testing a client's security.
    """
  }
}
