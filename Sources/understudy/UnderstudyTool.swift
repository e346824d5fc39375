// The tool: arguments, files, the wall clock, keys, signals and streams. The engine makes all decisions; the control API
// orders requests and keeps the clocks of the sandboxes.
import ArgumentParser
import Basics

@main
struct UnderstudyTool: ParsableCommand {
  static let version = "0.1.0"
  static let configuration = CommandConfiguration(
    commandName: "understudy",
    abstract: "A mock OAuth 2.0 and OpenID Connect server that stands in for real providers.",
    version: version,
    subcommands: [
      Serve.self, Run.self, Play.self, Visit.self, Logout.self, SendEvent.self, RotateKeys.self,
      Conform.self, NewCommand.self, CheckCommand.self, Compare.self, CleanCommand.self,
      Bisect.self, Providers.self, Scenarios.self, StoreCommand.self, Top.self,
      McpCommand.self, ImportCommand.self, Ca.self, Hosts.self,
    ]
  )

  /// Usage errors end with 2, as `CONTRACT` for scripts: 1 is kept for a refused visit.
  static func main() {
    FileWriter.reportFileSizeLimit()
    var code = run()
    do {
      try Streams.checkOutput()
    } catch {
      Streams.error((error as? Failure)?.text ?? "\(error)")
      if code == 0 { code = 2 }
    }
    _exit(code)
  }

  private static var mistakes: MistakenArguments {
    MistakenArguments(Array(CommandLine.arguments.dropFirst()))
  }

  /// - Returns: the exit code.
  private static func run() -> Int32 {
    do {
      try mistakes.checkCommand()
      try mistakes.checkValues()
      var command = try parseAsRoot()
      try command.run()
      return 0
    } catch let error as Failure {
      Streams.error(mistakes.naming(error.text))
      return error.code
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      if let unfinished = mistakes.unfinished {
        Streams.error("\(unfinished)\n\n\(fullMessage(for: error))")
        return 2
      }
      if exitCode(for: error) == .success {
        Streams.output(lines: fullMessage(for: error))
        return 0
      }
      let message = mistakes.explained(fullMessage(for: error))
      if !message.isEmpty { Streams.error(message) }
      return 2
    }
  }
}
