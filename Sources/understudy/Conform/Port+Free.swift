import Locking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Port {
  /// Those that are given away: who was given one may not listen there yet, so nobody else gets it.
  private static let given = Lock(Set<UInt16>())

  /// Below those that systems give to outgoing connections, any of which could take a port between its choice and its
  /// use; and not dynamic (RFC 6335 §6), as some programs take no other for their own.
  private static let usual: ClosedRange<UInt16> = 20_000...32_767

  /// A port of the loopback address at which nobody listens now, and that nobody has who has not given it back.
  static func free() -> UInt16? {
    for _ in 0..<200 {
      // By chance, as another examiner may look for ports, too.
      let port = UInt16.random(in: usual)
      guard given.withLock({ $0.insert(port).inserted }) else { continue }
      if isFree(port) != nil { return port }
      giveBack(port)
    }
    return isFree(0)
  }

  /// Once nobody listens there any more. There are not so many that long examinations could keep them all.
  static func giveBack(_ port: UInt16) { given.withLock { _ = $0.remove(port) } }

  /// - Parameter port: 0 for any.
  private static func isFree(_ port: UInt16) -> UInt16? {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    return isBound ? UInt16(bigEndian: address.sin_port) : nil
  }
}
