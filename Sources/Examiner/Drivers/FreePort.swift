import Basics

/// TCP ports of the loopback address for programs under examination.
enum FreePort {
  /// Those that are given away: who was given one may not listen there yet, so nobody else gets it. Each is held by a
  /// UDP socket at the same number. The TCP port stays free for the client, another examiner on this machine finds the
  /// number taken before it tries it, and the system gives it back when this process dies.
  private static let given = Lock([UInt16: Int32]())

  /// Below those that systems give to outgoing connections, any of which could take a port between its choice and its
  /// use; and not dynamic (RFC 6335 §6), as some programs take no other for their own.
  private static let usual: ClosedRange<UInt16> = 20_000...32_767

  /// A port of the loopback address at which nobody listens now, and that nobody has who has not given it back.
  static func take() -> UInt16? {
    for _ in 0..<200 {
      // By chance, as another examiner may look for ports, too.
      let port = UInt16.random(in: usual)
      if take(port) { return port }
    }
    return nil
  }

  /// Whether it was free: nobody else is given it then.
  static func take(_ port: UInt16) -> Bool {
    guard let holder = bound(datagrams, to: port) else { return false }
    guard let listener = bound(connections, to: port) else {
      close(holder)
      return false
    }
    close(listener)
    given.withLock { $0[port] = holder }
    return true
  }

  /// Called when nobody listens there any more: a long examination can't keep every port that it used.
  static func giveBack(_ port: UInt16) {
    if let holder = given.withLock({ $0.removeValue(forKey: port) }) { close(holder) }
  }

  #if canImport(Glibc)
    private static let connections = Int32(SOCK_STREAM.rawValue)
    private static let datagrams = Int32(SOCK_DGRAM.rawValue)
  #else
    private static let connections = SOCK_STREAM
    private static let datagrams = SOCK_DGRAM
  #endif

  /// - Returns: a socket of this kind; `nil` where somebody has the port.
  private static func bound(_ kind: Int32, to port: UInt16) -> Int32? {
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { return nil }
    // A program that is started meanwhile would hold it for as long as it runs.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
