import Basics
import ProviderModel

/// The arguments of a tool that is a command of this program.
struct Arguments {
  private let values: JSONObject
  private let tool: String

  init(_ values: JSONObject, _ tool: String, _ known: [String]) throws {
    (self.values, self.tool) = (values, tool)
    for name in values.names where !known.contains(name) {
      throw Failure(
        text: "\(tool) has no argument \"\(name)\"" + Suggestion.list(for: name, among: known))
    }
  }

  func text(_ name: String) throws -> String? {
    guard let value = values[name], !value.isNull else { return nil }
    if let text = value.stringValue, !text.isEmpty { return text }
    throw Failure(text: "\(tool): expected text as \(name), found \(value.kindName)")
  }

  func required(_ name: String) throws -> String {
    if let text = try text(name) { return text }
    throw Failure(text: "\(tool): expected the argument \(name), found none")
  }

  func list(_ name: String) throws -> [String] {
    let words = values[name]?.arrayValue?.compactMap(\.stringValue) ?? []
    if let list = values[name]?.arrayValue, !list.isEmpty, words.count == list.count {
      return words
    }
    throw Failure(
      text: "\(tool): expected an array of strings as \(name), found "
        + (values[name]?.kindName ?? "none"))
  }
}

/// Runs commands of this program, one at a time.
final class ToolRunner: Sendable {
  /// The one that runs.
  private let child = Lock<pid_t?>(nil)

  /// - Parameter failsFrom: the lowest exit code that means that there is no result.
  func run(_ words: [String], failsFrom: Int32 = 1) throws -> AgentTool.Result {
    let folder = try Files.temporaryFolder()
    defer { Files.removeFolder(folder) }
    let (output, errors) = ("\(folder)/output", "\(folder)/errors")
    let program = CommandLine.arguments.first ?? "understudy"
    let pid = try ChildProcess.spawn(
      [program] + words,
      streams: [STDIN_FILENO: "/dev/null", STDOUT_FILENO: output, STDERR_FILENO: errors])
    child.withLock { $0 = pid }
    // It keeps its number until it is waited for, so that no signal reaches another process.
    var ended = siginfo_t()
    while waitid(P_PID, id_t(pid), &ended, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    var status: Int32 = 0
    child.withLock { child in
      waitpid(pid, &status, 0)
      child = nil
    }
    let signal = status & 0x7f
    let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
    let said = try Files.read(errors)
    guard code < failsFrom else {
      let printed = try Files.read(output)
      return .init((printed.isEmpty ? [] : printed + [0x0A]) + said, isError: true)
    }
    return .init(try Files.read(output))
  }

  /// Ends the command that runs.
  func stop() {
    child.withLock { child in
      if let child { kill(child, SIGTERM) }
    }
  }
}
