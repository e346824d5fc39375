import ArgumentParser

/// The commands that have an option.
enum OptionOwners {
  /// More commands than these are not named.
  private static let most = 3

  /// The names of the commands, as a sentence lists them; `nil` if no command has the option.
  ///
  /// Many commands start a server: of an option of servers, only `serve` and `run` are named.
  static func named(_ option: String) -> String? {
    let all = owners(of: option, below: UnderstudyTool.self, path: [])
    let servers = all.filter { [Serve._commandName, Run._commandName].contains($0) }
    let owners = servers.isEmpty ? all : servers
    guard let last = owners.last else { return nil }
    if owners.count > most {
      return owners.prefix(most).joined(separator: ", ") + " and \(owners.count - most) more"
    }
    let first = owners.dropLast().joined(separator: ", ")
    return first.isEmpty ? last : "\(first) and \(last)"
  }

  private static func owners(
    of option: String, below command: any ParsableCommand.Type, path: [String]
  ) -> [String] {
    command.configuration.subcommands.flatMap { next -> [String] in
      let name = path + [next._commandName]
      let own = has(option, next) ? [name.joined(separator: " ")] : []
      return own + owners(of: option, below: next, path: name)
    }
  }

  private static func has(_ option: String, _ command: any ParsableCommand.Type) -> Bool {
    UnderstudyTool.helpMessage(for: command).split(separator: "\n").contains { line in
      let words = line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
      return words.contains { $0 == option || $0 == option + "," }
    }
  }
}
