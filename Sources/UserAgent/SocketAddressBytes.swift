import Basics

/// The bytes of an IP address that the resolver has found.
enum SocketAddressBytes {
  /// Returns four or sixteen bytes, in network order; none for an address of another kind.
  static func of(_ entry: addrinfo) -> [UInt8] {
    guard let address = entry.ai_addr else { return [] }
    let raw = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
    switch entry.ai_family {
    case AF_INET where raw.count >= MemoryLayout<sockaddr_in>.size:
      let address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      return withUnsafeBytes(of: address) { Array($0) }
    case AF_INET6 where raw.count >= MemoryLayout<sockaddr_in6>.size:
      let address = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      return withUnsafeBytes(of: address) { Array($0) }
    default: return []
    }
  }
}
