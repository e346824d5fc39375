import Basics
import CTLSClient
import Server

/// A connection to Redis or Valkey, used by one thread at a time.
final class RedisConnection {
  /// The connection can't be used any more.
  struct Broken: Error {
    let reason: String
  }

  private let descriptor: Int32
  private var tls: OpaquePointer?
  private var reader = RedisReplyReader()
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private let address: RedisAddress

  /// How long a connection may take to open, and a command to be answered, in milliseconds.
  static let patience = 2_000

  /// - Parameter latest: when the connection has to be open, in nanoseconds of `MonotonicClock`.
  init(
    _ address: RedisAddress, _ place: RedisAddress.Place, latest: UInt64
  ) throws(Broken) {
    self.address = address
    switch place {
    case .path(let path): descriptor = try Self.connect(path, latest)
    case .host(let host, let port): descriptor = try Self.connect(host, port, latest)
    }
    guard address.isSecure, case .host(let host, _) = place else { return }
    var why = [CChar](repeating: 0, count: 512)
    tls = tls_client_open(
      descriptor, host, 1, 0, address.authority, nil, Int64(Self.milliseconds(to: latest)), &why,
      why.count)
    guard tls != nil else {
      close(descriptor)
      throw Broken(
        reason:
          "no TLS: \(String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))"
      )
    }
  }

  deinit {
    if let tls { tls_client_close(tls) }
    close(descriptor)
  }

  // MARK: Opening

  /// How long it is until an instant, in milliseconds: one at least, as zero is no limit.
  private static func milliseconds(to latest: UInt64) -> Int {
    let now = MonotonicClock.nanoseconds()
    return now < latest ? max(1, Int((latest - now) / 1_000_000)) : 1
  }

  /// Limits how long each call of the system may take.
  private static func limit(_ descriptor: Int32, _ milliseconds: Int) {
    var limit = timeval()
    limit.tv_sec = .init(milliseconds / 1_000)
    limit.tv_usec = .init(milliseconds % 1_000 * 1_000)
    // On Linux the limit for sending is one for connecting, too.
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// From here on each command may take its own time.
  func isOpen() { Self.limit(descriptor, Self.patience) }

  private static func connect(_ path: String, _ latest: UInt64) throws(Broken) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let most = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard path.utf8.count <= most else {
      throw Broken(reason: "the path of the socket has more than \(most) bytes")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return try withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Result { () throws(Broken) in
          try open(AF_UNIX, address, socklen_t(MemoryLayout<sockaddr_un>.size), latest)
        }
      }
    }.get()
  }

  private static func connect(
    _ host: String, _ port: UInt16, _ latest: UInt64
  ) throws(Broken) -> Int32 {
    var hints = addrinfo()
    #if os(Linux)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else {
      throw Broken(reason: String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(list) }
    var last = Broken(reason: "the host has no address")
    var next = list
    while let info = next?.pointee {
      guard let address = info.ai_addr else { break }
      do throws(Broken) {
        return try open(info.ai_family, address, info.ai_addrlen, latest)
      } catch { last = error }
      next = info.ai_next
    }
    throw last
  }

  private static func open(
    _ family: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t, _ latest: UInt64
  ) throws(Broken) -> Int32 {
    #if os(Linux)
      let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0)
    #else
      let descriptor = socket(family, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Broken(reason: String(cString: strerror(errno))) }
    limit(descriptor, milliseconds(to: latest))
    var yes: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    while systemConnect(descriptor, address, length) != 0 {
      if errno == EINTR { continue }
      let reason =
        errno == EINPROGRESS || errno == EAGAIN
        ? "no connection within \(patience / 1_000) s" : String(cString: strerror(errno))
      _ = systemClose(descriptor)
      throw Broken(reason: reason)
    }
    return descriptor
  }

  // MARK: Commands

  /// Sends commands, and reads a reply to each.
  func exchange(_ commands: RedisCommands) throws(Broken) -> [RedisReply] {
    if let tls { tls_client_limit(tls, Int64(Self.patience)) }
    try write(commands.bytes)
    var replies: [RedisReply] = []
    let latest = MonotonicClock.nanoseconds() + UInt64(Self.patience) * 1_000_000
    while replies.count < commands.count {
      do throws(RedisReplyReader.Malformed) {
        if let reply = try reader.next() {
          replies.append(reply)
          continue
        }
      } catch {
        throw Broken(reason: "what answers there does not speak the protocol of Redis")
      }
      guard MonotonicClock.nanoseconds() < latest else { throw Self.slow }
      try read()
    }
    return replies
  }

  private static let slow = Broken(reason: "no response within \(patience / 1_000) s")

  private func write(_ bytes: [UInt8]) throws(Broken) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        tls.map { tls_client_write($0, bytes.baseAddress, bytes.count, nil, 0) }
          ?? systemSend(descriptor, bytes)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Broken(reason: "the connection broke: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }

  private func read() throws(Broken) {
    let count =
      tls.map { tls_client_read($0, &buffer, buffer.count, nil, 0) }
      ?? recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno == EINTR { return }
    if count < 0, errno == EAGAIN || errno == ETIMEDOUT { throw Self.slow }
    guard count > 0 else {
      throw Broken(
        reason: count == 0
          ? "the connection was closed"
          : "the connection broke: \(String(cString: strerror(errno)))")
    }
    reader.feed(buffer[..<count])
  }
}

/// Functions of the system whose names are methods' elsewhere.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { connect(descriptor, address, length) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if os(Linux)
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #else
    send(descriptor, bytes.baseAddress, bytes.count, 0)
  #endif
}
