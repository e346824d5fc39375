import ArgumentParser
import Basics
import ProviderModel
import Server

/// What is meant by arguments that the parser refuses, in words of our own: the library's don't name it.
struct MistakenArguments {
  private let arguments: [String]

  /// - Parameter arguments: without the program's name.
  init(_ arguments: [String]) { self.arguments = arguments }

  /// Refuses a command that does not exist.
  func checkCommand() throws {
    var words = arguments.prefix { !$0.hasPrefix("-") }
    let asksForHelp = words.first == "help"
    if asksForHelp { words = words.dropFirst() }
    var type: any ParsableCommand.Type = UnderstudyTool.self
    var path = ""
    for word in words {
      let commands = type.configuration.subcommands
      guard !commands.isEmpty else { return }
      let known = commands.map { $0._commandName } + (asksForHelp ? [] : ["help"])
      guard let next = commands.first(where: { $0._commandName == word }) else {
        guard !known.contains(word) else { return }
        throw Failure(
          text: "There is no command \"\(path)\(word)\""
            + (word == "version" && path.isEmpty
              ? "; did you mean --version?" : Suggestion.sentence(for: word, among: known)),
          code: 2)
      }
      type = next
      path += word + " "
    }
  }

  /// The message with a line on what was meant, where that is known.
  func explained(_ message: String) -> String {
    guard let advice = advice(on: message) else { return message }
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.insert(advice, at: min(1, lines.count))
    return lines.joined(separator: "\n")
  }

  private func advice(on message: String) -> String? {
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
      .dropFirst().first.map(String.init)
    guard let quoted else { return nil }
    if message.hasPrefix("Error: Missing value for") {
      let option = quoted.prefix { $0 != " " }
      let place = arguments.firstIndex { $0 == option }
      guard let value = place.map({ arguments.dropFirst($0 + 1).first ?? "" }),
        Int(value) != nil
      else { return nil }
      return "\(option) \(value): expected a number that is not negative."
    }
    let isServer = ["serve", "run", "play", "mcp"].contains(arguments.first ?? "")
    switch quoted {
    case "-v", "-V": return "The version: understudy --version"
    case "-p" where isServer: return "The port: --port"
    case _ where message.hasPrefix("Error: Unexpected argument") && isServer:
      if Port.number(quoted) != nil { return "A port: --port \(quoted)" }
      guard let bytes = try? Files.read(quoted),
        let root = try? JSONReader().read(bytes, file: quoted).root
      else { return nil }
      return "A file: --\(FixtureFileKind(of: root).noun) \(ShellWord.plain(quoted))"
    default: return nil
    }
  }

  /// A failure about an option that stands nowhere on the command line names the variable that set it.
  func naming(_ text: String) -> String {
    let option = text.prefix { $0 != " " && $0 != ":" }
    guard option.hasPrefix("--"), !arguments.contains(where: { $0.hasPrefix(option) }) else {
      return text
    }
    let name = option.dropFirst(2).uppercased().map { $0 == "-" ? "_" : $0 }
    guard let setting = Setting(rawValue: String(name)), !Inherited[setting.variable].isEmpty else {
      return text
    }
    return "\(setting.variable): \(text)"
  }
}
