import ArgumentParser

/// The commands that have an option.
enum OptionOwners {
  /// The most commands that a message names.
  private static let mostNamed = 3

  /// The names of the commands. Many commands start a server: of an option of servers, only `serve` and `run` are named.
  static func names(_ option: String) -> [String] {
    let all = owners(of: option, below: UnderstudyTool.self, path: [])
    let servers = all.filter { [Serve._commandName, Run._commandName].contains($0) }
    return servers.isEmpty ? all : servers
  }

  /// The names of commands as a sentence lists them; `nil` if there are none.
  static func listed(_ owners: [String]) -> String? {
    guard let last = owners.last else { return nil }
    if owners.count > mostNamed {
      return owners.prefix(mostNamed).joined(separator: ", ")
        + " and \(owners.count - mostNamed) more"
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
