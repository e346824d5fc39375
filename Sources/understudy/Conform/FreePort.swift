#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Port {
  /// A port of the loopback address at which nobody listens now; one that is not dynamic (RFC 6335 §6), where the system
  /// gives such: some programs take no other for their own.
  static func free() -> UInt16? {
    var last: UInt16?
    for _ in 0..<20 {
      last = any()
      if let last, last < 49_152 { return last }
    }
    return last
  }

  private static func any() -> UInt16? {
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
