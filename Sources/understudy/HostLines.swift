/// How each kind of client is led to the hosts that are played: lines to copy.
struct HostLines {
  /// A way to lead a client.
  enum Format: String, CaseIterable {
    case etcHosts = "etc-hosts"
    case curl, chromium, docker, compose, dnsmasq, java, node
  }

  let hosts: ClientHosts
  /// Where the server listens.
  let address: String
  let http: UInt16
  let https: UInt16

  /// As it stands before a port.
  private var place: String { address.contains(":") ? "[\(address)]" : address }

  /// What stands above the lines.
  func note(_ format: Format) -> String {
    switch format {
    case .etcHosts:
      "/etc/hosts: names lead to an address and keep their port, so serve --port 80 --https 443"
    case .curl: "curl: one option for each host and port, in a file that --config names"
    case .chromium: "Chromium and Chrome: one option"
    case .docker:
      "docker run: the container's names lead to the host, so serve --host 0.0.0.0 --port 80 --https 443"
    case .compose:
      "docker compose: aliases of the service that runs Understudy, at ports 80 and 443"
    case .dnsmasq: "dnsmasq: also names below those of a pattern"
    case .java:
      "Java 9 and later: -Djdk.net.hosts.file=FILE with these lines; it knows no other names then"
    case .node: "Node: node --require FILE with these lines"
    }
  }

  func lines(_ format: Format) -> String {
    switch format {
    case .etcHosts, .java: file()
    case .curl:
      each { name in
        "connect-to = \"\(name):443:\(place):\(https)\"\nconnect-to = \"\(name):80:\(place):\(http)\""
      }
    case .chromium:
      "--host-resolver-rules=\""
        + rules().flatMap {
          ["MAP \($0):443 \(place):\(https)", "MAP \($0):80 \(place):\(http)"]
        }
        .joined(separator: ", ") + "\""
    case .docker: each { "--add-host=\($0):host-gateway" }
    case .compose:
      "\"networks\": {\"default\": {\"aliases\": ["
        + hosts.names.map { "\"\($0)\"" }.joined(separator: ", ") + "]}}"
    case .dnsmasq:
      hosts.hosts.map { host in
        let name = host.wildcard.map { String($0.dropFirst(2)) } ?? host.name
        return "address=/\(name)/\(address)"
      }.uniqued.joined(separator: "\n")
    case .node:
      NodeHook(hosts, address: address, http: http, https: https).text
    }
  }

  private func each(_ line: (String) -> String) -> String {
    hosts.names.uniqued.map(line).joined(separator: "\n")
  }

  /// A file of hosts knows no patterns: a name that the cast has stands for each.
  private func file() -> String {
    hosts.hosts.map { host in
      "\(address) \(host.name)" + (host.isPattern ? "  # one of \(host.pattern)" : "")
    }.uniqued.joined(separator: "\n")
  }

  private func rules() -> [String] { hosts.hosts.map { $0.wildcard ?? $0.name }.uniqued }
}

extension [String] {
  /// Each once, at its first place.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
