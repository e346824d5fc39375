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
          text: "there is no command \"\(path)\(word)\""
            + (Self.question(word, path) ?? Suggestion.list(for: word, among: known)),
          code: 2)
      }
      type = next
      path += word + " "
    }
  }

  /// What is missing behind a command that only has other commands; `nil` if nothing is. In scripts, it got lost.
  var unfinished: String? {
    guard !arguments.isEmpty, arguments.first != "help" else { return nil }
    var type: any ParsableCommand.Type = UnderstudyTool.self
    for word in arguments {
      let next = type.configuration.subcommands.first { $0._commandName == word }
      guard let next else { return nil }
      type = next
    }
    let names = type.configuration.subcommands.map { $0._commandName }
    guard !names.isEmpty else { return nil }
    return "Error: expected a command after \"\(arguments.joined(separator: " "))\": "
      + names.joined(separator: ", ")
  }

  /// Options that are taken for commands, and commands that are two words.
  private static func question(_ word: String, _ path: String) -> String? {
    guard path.isEmpty else { return nil }
    if word == "version" { return "; did you mean --version?" }
    if word.hasPrefix("completion") { return "; did you mean --generate-completion-script bash?" }
    let words = word.split(separator: "-", maxSplits: 1).map(String.init)
    let command = UnderstudyTool.configuration.subcommands.first {
      ($0._commandName == words.first || words.count == 1)
        && $0.configuration.subcommands.contains { $0._commandName == words.last }
    }
    return command.map { "; did you mean \"\($0._commandName) \(words.last ?? "")\"?" }
  }

  /// Options that may be empty, such as no scope; of an empty control token, its own check says more.
  private static let mayBeEmpty: Set = [
    "--scopes", "--password", "--choose", "--mcp-resource", "--control-token",
  ]

  /// Refuses an option with an empty value: in scripts, it comes from a variable that is not set.
  func checkValues() throws {
    let own = arguments.prefix { $0 != "--" }
    if own.count(where: { $0 == "--at-root" || $0.hasPrefix("--at-root=") }) > 1 {
      throw Failure(
        text: "--at-root: expected one provider, found several: only one can be at the root")
    }
    let apart = zip(own, own.dropFirst()).map { (option: $0, value: $1) }
    let joined = own.filter { $0.hasSuffix("=") }.map { (option: String($0.dropLast()), value: "") }
    for (option, value) in apart + joined
    where option.hasPrefix("--") && value.isEmpty && !Self.mayBeEmpty.contains(option) {
      throw Failure(
        text: "\(option): expected a value, found an empty text; is a variable of the shell empty?")
    }
  }

  /// The message with a line on what was meant, where that is known.
  func explained(_ message: String) -> String {
    if let (option, meant) = slip(behind: message) {
      return "Error: Unknown option '\(option)'\nDid you mean \(meant)?"
        + message.drop { $0 != "\n" }
    }
    guard let advice = advice(on: message) else { return message }
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The library suggests whatever is near by its letters.
    if let question = lines[0].firstRange(of: ". Did you mean") {
      lines[0].removeSubrange(question.lowerBound...)
    }
    lines.insert(advice, at: min(1, lines.count))
    return lines.joined(separator: "\n")
  }

  /// A misspelt option, where the parser says that the option it stands for is missing.
  private func slip(behind message: String) -> (option: String, meant: String)? {
    guard message.hasPrefix("Error: Missing expected argument '--") else { return nil }
    let meant = String(message.drop { $0 != "-" }.prefix { $0 != " " && $0 != "'" })
    return arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
      .map { String($0.prefix { $0 != "=" }) }
      .first { $0 != meant && Suggestion.nearest(to: $0, among: [meant]) != nil }
      .map { ($0, meant) }
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
    if message.hasPrefix("Error: The value"), message.contains("<number>'") {
      return "Expected a whole number that is not negative."
    }
    if message.hasPrefix("Error: The value"), message.contains("<seconds>'") {
      return "Expected a whole number of seconds, without a unit."
    }
    if message.hasPrefix("Error: Missing expected argument") {
      return Self.missing[[arguments.first ?? "", quoted]]
    }
    if message.hasPrefix("Error: Unknown option"), let meant = meant(by: quoted) { return meant }
    if message.hasPrefix("Error: Unexpected argument"), arguments.first == "play",
      quoted.hasPrefix("https://") || quoted.hasPrefix("http://")
    {
      return "play takes one issuer; start another process for \(quoted)."
    }
    if message.hasPrefix("Error: Unexpected argument"), arguments.first == "play",
      let place = arguments.firstIndex(of: quoted), place > 1, Port.number(quoted) == nil
    {
      let (own, command) = (arguments[..<place], arguments[place...])
      return "Put -- before the command: understudy \(own.joined(separator: " ")) -- "
        + command.joined(separator: " ")
    }
    let isServer = ["serve", "run", "play", "mcp"].contains(arguments.first ?? "")
    let isUnexpected = message.hasPrefix("Error: Unexpected argument")
    switch quoted {
    case "-v", "-V": return "The version: understudy --version"
    case "-p" where isServer: return "The port: --port"
    case _ where arguments.starts(with: ["conform", "list"]):
      return "Of one profile: understudy conform list --profile \(quoted)"
    case _ where isUnexpected && arguments.first == "visit":
      let words = [quoted] + arguments.dropFirst().filter { !$0.hasPrefix("-") }
      return words.first { !$0.contains("://") }.map { "The person who signs in: --as \($0)" }
    case _ where isUnexpected && isServer:
      if Port.number(quoted) != nil { return "A port: --port \(quoted)" }
      if BundledFixtures.index.contains(where: { $0.id == quoted }) {
        return
          "All bundled providers are served, \(quoted) too. To leave its ID out of URLs: --at-root \(quoted)"
      }
      guard let bytes = try? Files.read(quoted),
        let root = try? JSONReader().read(bytes, file: quoted).root
      else {
        return quoted.hasSuffix(".json")
          ? "A file: --cast FILE, --provider FILE or --scenario FILE" : nil
      }
      return "A file: --\(FixtureFileKind(of: root).noun) \(ShellWord.plain(quoted))"
    default: return nil
    }
  }

  private static let missing = [
    ["compare", "<recording>"]:
      "The provider's ID comes before the recording: understudy compare google sign-in.har",
    ["bisect", "<id>"]: "The provider's ID comes first: understudy bisect google -- npm test",
  ]

  /// Options of servers by which another option is meant.
  private static let serverOptions = ["--user": "--sign-in", "--config": "--cast"]

  /// What an option that a command does not have is for.
  private func meant(by option: String) -> String? {
    let command = arguments.first ?? ""
    let isServer = ["serve", "run", "play", "mcp", "bisect"].contains(command)
    if isServer, option == "--sandbox" {
      return "Sandboxes are created at a running server: POST /_understudy/sandboxes"
    }
    if command == "visit", option == "--sandbox" {
      return "A sandbox has its own URL: http://127.0.0.1:8400/_sandbox/ID/standard/authorize?…"
    }
    if isServer, let other = Self.serverOptions[option] { return "Did you mean \(other)?" }
    if let (options, place) = Self.argumentOptions[command], options.contains(option) {
      return place
    }
    if Self.formats.contains(option), command == "providers" || command == "conform" {
      return "The format is the value of an option: --format json"
    }
    let owners = OptionOwners.names(option)
    guard !command.isEmpty, let listed = OptionOwners.listed(owners) else { return nil }
    let isServers = command == "visit" && owners.contains(Serve._commandName)
    return "\(option) is an option of \(listed)"
      + (isServers ? "; visit asks the server at its URL." : ".")
  }

  private static let formats = ["--json", "--md", "--markdown", "--text", "--table"]

  /// Options by which an argument of a command is meant.
  private static let argumentOptions: [String: (options: Set<String>, place: String)] = [
    "logout": (
      ["--user", "--person", "--as"], "The person is an argument: understudy logout alice"
    ),
    "send-event": (
      ["--user", "--person", "--as"],
      "The person is an argument: understudy send-event session-revoked alice"
    ),
    "check": (
      ["--cast", "--provider", "--scenario", "--fixture", "--file"],
      "The files are arguments: understudy check cast.json"
    ),
  ]

  /// A failure about an option that stands nowhere on the command line names the variable that set it; so does one about a
  /// file.
  func naming(_ text: String) -> String {
    for setting in [Setting.cast, .provider, .scenario, .key, .controlTokenFile] {
      for part in Inherited[setting.variable].split(separator: ",") {
        let value = String(part.trimmed)
        guard text.hasPrefix("\(value): "), !arguments.contains(value) else { continue }
        let isList = value.contains(":") && access(value, F_OK) != 0
        return "\(setting.variable): \(text)"
          + (isList ? "; several values are separated by commas" : "")
      }
    }
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
