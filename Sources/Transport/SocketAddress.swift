import Basics

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

  /// The 4 or 16 bytes of the address itself.
  var host: [UInt8] {
    // In `sockaddr_in` it is behind the port, in `sockaddr_in6` behind the flow label too.
    family == AF_INET ? Array(bytes.dropFirst(4).prefix(4)) : Array(bytes.dropFirst(8).prefix(16))
  }

  /// 127.0.0.0/8 and ::1, and what the system takes for them: 0.0.0.0/8, ::, and IPv4 in IPv6.
  var isLoopback: Bool {
    let host = host
    guard host.count == 16 else { return host.first == 127 || host.first == 0 }
    if host.dropLast(1).allSatisfy({ $0 == 0 }) { return true }
    let isMapped = host.prefix(10).allSatisfy { $0 == 0 } && host[10] == 0xff && host[11] == 0xff
    return isMapped && (host[12] == 127 || host[12] == 0)
  }

  /// The bytes of an IPv4 or IPv6 address; nil for a name.
  static func literal(_ text: String) -> [UInt8]? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
    var sixteen = in6_addr()
    guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
    return withUnsafeBytes(of: &sixteen) { Array($0) }
  }

  /// Accepts the next waiting connection. Returns it with its peer's address; on failure nil, with the reason in `errno`.
  static func accept(on listener: Int32) -> (socket: Int32, address: SocketAddress)? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let socket = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        System.accept(listener, $0, &length)
      }
    }
    guard socket >= 0 else { return nil }
    let bytes = withUnsafeBytes(of: &storage) { Array($0.prefix(Int(length))) }
    return (socket, SocketAddress(bytes: bytes, family: Int32(storage.ss_family)))
  }

  /// A connection to a host (an IPv6 address may stand in brackets); nil where none can be made within ten seconds.
  /// - Parameter orLoopback: whether this machine may be the one.
  static func connect(to host: String, port: UInt16, orLoopback: Bool = true) -> Int32? {
    var name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    // Browsers know that names below localhost are local; the system's resolver may not.
    if name.hasSuffix(".localhost") { name = "localhost" }
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    for var address in resolve(name) ?? [] where orLoopback || !address.isLoopback {
      address.port = port
      let socket = socket(address.family, stream, 0)
      guard socket >= 0 else { return nil }
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      // It holds for `connect` too.
      var limit = timeval()
      limit.tv_sec = 10
      setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      if address.withSockaddr({ Self.connect(socket, $0, $1) }) == 0 {
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        return socket
      }
      System.close(socket)
    }
    return nil
  }

  /// The system's `connect`, whose name is a method's here.
  private static func connect(
    _ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Int32 {
    #if canImport(Darwin)
      Darwin.connect(socket, address, length)
    #elseif canImport(Musl)
      Musl.connect(socket, address, length)
    #else
      Glibc.connect(socket, address, length)
    #endif
  }

  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result?) -> Result? {
    bytes.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: sockaddr.self) { pointer in
        pointer.baseAddress.flatMap { body($0, socklen_t(raw.count)) }
      }
    }
  }
}
