import Basics
import Fetcher
import ProviderModel

extension ServerOptions {
  /// Fetches the documents that clients name, from the hosts that the options allow.
  func fetcher() throws -> WebDocumentFetcher {
    try Self.checkHosts(fetchHost, "--fetch-host", such: "clients.example")
    let takesLoopback = fetchesFromLoopback
    let hosts = FetchHosts(fetchHost, takesLoopback: takesLoopback)
    return WebDocumentFetcher(hosts) { host in
      if hosts.allows(host) {
        return "use an IP address as the host, and start with --fetch-host for that address"
      }
      let isLoopback = HostName.isLoopback(host)
      return isLoopback && !takesLoopback
        ? "start with --fetch-host \(host): this server listens on a network"
        : "start with --fetch-host \(host)"
    }
  }

  /// On a network, everyone could have this server call this machine's loopback services.
  var fetchesFromLoopback: Bool { listensAtLoopback || allowRemote }

  static func checkHosts(_ hosts: [String], _ option: String, such example: String) throws {
    for host in hosts where !isHost(host) {
      throw Failure(
        text:
          "\(option) \(ShellWord.plain(host)): expected a host without scheme, port and path, such as \(example)"
      )
    }
  }

  static func isHost(_ text: String) -> Bool {
    let host = HostName.bracketed(text.lowercased())
    let isIPv6 = host.hasPrefix("[") && host.hasSuffix("]")
    return !host.isEmpty
      && host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        case UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): isIPv6
        default: false
        }
      }
  }
}
