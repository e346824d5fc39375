#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An IPv4 or IPv6 address with a port, as the socket calls take it.
struct SocketAddress: Equatable {
  private var bytes: [UInt8]
  let family: Int32

  /// All addresses that a literal or a name stands for, each once, in the resolver's order.
  static func resolve(_ name: String) -> [SocketAddress]? {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_flags = AI_PASSIVE
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return nil }
    defer { freeaddrinfo(list) }

    var found: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      if let address = entry.ai_addr, entry.ai_family == AF_INET || entry.ai_family == AF_INET6 {
        // Copied as a whole: on Darwin sockaddr begins with its length, which getaddrinfo has filled in.
        let copy = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
        let one = SocketAddress(bytes: copy, family: entry.ai_family)
        if !found.contains(one) { found.append(one) }
      }
      next = entry.ai_next
    }
    return found
  }

  /// What `socket` is bound to, or nil.
  init?(of socket: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutableBytes(of: &storage) { raw in
      raw.withMemoryRebound(to: sockaddr.self) { getsockname(socket, $0.baseAddress, &length) }
    }
    guard result == 0, Int(length) <= MemoryLayout<sockaddr_storage>.size else { return nil }
    self.init(
      bytes: withUnsafeBytes(of: &storage) { Array($0.prefix(Int(length))) },
      family: Int32(storage.ss_family))
  }

  private init(bytes: [UInt8], family: Int32) {
    self.bytes = bytes
    self.family = family
  }

  /// In `sockaddr_in` and `sockaddr_in6` alike, on all our systems, the port is bytes 2 and 3, the higher first.
  var port: UInt16 {
    get { bytes.count > 3 ? UInt16(bytes[2]) << 8 | UInt16(bytes[3]) : 0 }
    set {
      guard bytes.count > 3 else { return }
      bytes[2] = UInt8(newValue >> 8)
      bytes[3] = UInt8(newValue & 0xff)
    }
  }

  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result?) -> Result? {
    bytes.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: sockaddr.self) { pointer in
        pointer.baseAddress.flatMap { body($0, socklen_t(raw.count)) }
      }
    }
  }
}
