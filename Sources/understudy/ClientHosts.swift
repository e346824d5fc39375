import Engine
import ProviderModel
import Server

/// The hosts that clients have built in, and how they are led here.
struct ClientHosts {
  struct Host: Equatable {
    let provider: String
    /// As the fixture has it, perhaps with a variable.
    let pattern: String
    /// A name that the cast knows.
    let name: String

    var isPattern: Bool { pattern.contains("{") }
    /// `*.b2clogin.com`; nil where the variable does not stand for the whole first label.
    var wildcard: String? {
      guard pattern.hasPrefix("{"), let end = pattern.firstIndex(of: "}") else { return nil }
      let rest = pattern[pattern.index(after: end)...]
      return rest.hasPrefix(".") ? "*\(rest)" : nil
    }
  }

  let hosts: [Host]

  init(_ staging: LoadedFixtures) {
    hosts = staging.providers.entries.flatMap { entry -> [Host] in
      // A provider is compiled only where a name has to be found.
      let isPlain = entry.hosts.allSatisfy { $0.variable == nil }
      let variables =
        isPlain ? [] : entry.provider.map { staging.cast.firstVariables(of: $0) } ?? []
      return entry.hosts.enumerated().map { index, host in
        let name =
          host.variable == nil
          ? host.text : entry.provider?.hostName(index, variables) ?? host.text
        return Host(provider: entry.id, pattern: host.text, name: name)
      }
    }
  }

  var names: [String] { hosts.map(\.name) }
}
