import Basics
import ProviderModel

/// The hosts from which documents are fetched: the loopback, and those that the user names.
package struct FetchHosts: Sendable {
  private let named: Set<String>
  private let takesLoopback: Bool

  /// - Parameters:
  ///   - named: host names and addresses, as they stand in URLs.
  ///   - takesLoopback: whether the loopback counts without being named.
  package init(_ named: [String], takesLoopback: Bool = true) {
    self.named = Set(named.map { HostName.bracketed($0.lowercased()) })
    self.takesLoopback = takesLoopback
  }

  /// - Parameter host: in lowercase; an IPv6 address has brackets.
  package func allows(_ host: String) -> Bool {
    !host.isEmpty && (named.contains(host) || (takesLoopback && HostName.isLoopback(host)))
  }

  /// Whether a host that is allowed may have an address.
  ///
  /// A loopback name leads to the loopback only. Another name that the user gave may lead into a private network, which
  /// is what such names are for. It leads to the loopback only where that counts without being named, so that a name does
  /// not open the loopback of a server on a network. It never leads to link-local addresses, where clouds keep the secrets of a machine.
  /// - Parameter address: four or sixteen bytes, in network order.
  package func admits(_ address: [UInt8], for host: String) -> Bool {
    let bytes = Self.unmapped(address)
    if HostName.isLoopback(host) { return Self.isLoopback(bytes) }
    if Self.isAddress(host) { return true }
    return !Self.isLocalToLink(bytes) && (takesLoopback || !Self.isLoopback(bytes))
  }

  /// Whether a host in a URL is an address: then the user named this address itself.
  private static func isAddress(_ host: String) -> Bool {
    host.hasPrefix("[")
      || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
  }

  /// An IPv4 address that is written as an IPv6 one (RFC 4291 §2.5.5.2).
  private static func unmapped(_ address: [UInt8]) -> [UInt8] {
    let prefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    return address.count == 16 && address.starts(with: prefix) ? Array(address.suffix(4)) : address
  }

  private static func isLoopback(_ bytes: [UInt8]) -> Bool {
    bytes.count == 4 ? bytes.first == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// Link-local, multicast, broadcast and unspecified addresses.
  private static func isLocalToLink(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return true }
    if bytes.count == 4 {
      return bytes[0] == 0 || bytes[0] >= 224 || (bytes[0] == 169 && bytes[1] == 254)
    }
    let isUnspecified = bytes.allSatisfy { $0 == 0 }
    return isUnspecified || bytes[0] == 0xFF || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
  }
}
