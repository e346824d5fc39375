import Basics
import CMicroHTTPDShim

/// The few calls into the operating system that the rest of the module needs, and their differences between systems.
enum System {
  /// Nanoseconds of a clock that never goes back.
  static func now() -> UInt64 { MonotonicClock.nanoseconds() }

  /// The thread that calls.
  static var thread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(bitPattern: Int(bitPattern: UInt(pthread_self())))
    #endif
  }

  static func pause(milliseconds: Int) {
    var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
    nanosleep(&time, nil)
  }

  /// A client that has gone away is an error of `send`, not the end of the process.
  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  static func message(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// What the last failed call on this thread left in `errno`.
  static var lastError: String { message(errno) }

  /// Sends what fits without waiting; the rest is lost, which is what a last word to a stalled client may be.
  static func sendLastWord(_ bytes: [UInt8], to socket: Int32) {
    bytes.withUnsafeBytes { _ = send(socket, $0) }
  }

  /// Sends what fits without waiting.
  static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      // No MSG_NOSIGNAL there; SIGPIPE is ignored.
      Darwin.send(socket, bytes.baseAddress, bytes.count, withoutWaiting)
    #elseif canImport(Musl)
      Musl.send(socket, bytes.baseAddress, bytes.count, withoutWaiting | Int32(MSG_NOSIGNAL))
    #else
      Glibc.send(
        socket, bytes.baseAddress, bytes.count, withoutWaiting | Int32(MSG_NOSIGNAL))
    #endif
  }

  static let withoutWaiting = Int32(MSG_DONTWAIT)

  /// The last call failed only because it would have had to wait.
  static var isPatient: Bool { errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR }

  /// Small pieces are not held back until earlier ones are acknowledged.
  static func sendAtOnce(_ socket: Int32) {
    var on: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Ends both directions; a thread that polls the socket wakes up and sees its end.
  static func shutDown(_ socket: Int32) {
    #if canImport(Darwin)
      _ = shutdown(socket, SHUT_RDWR)
    #else
      _ = shutdown(socket, Int32(SHUT_RDWR))
    #endif
  }

  /// Breaks a TCP connection: the peer gets a reset. (`SO_LINGER` would give it a plain end here.)
  static func disconnect(_ socket: Int32) {
    var nowhere = sockaddr()
    nowhere.sa_family = sa_family_t(AF_UNSPEC)
    _ = connect(socket, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
  }

  /// Tells the peer that nothing more will come, and leaves the other direction open.
  static func finishSending(_ socket: Int32) {
    #if canImport(Darwin)
      _ = shutdown(socket, SHUT_WR)
    #else
      _ = shutdown(socket, Int32(SHUT_WR))
    #endif
  }

  /// A second descriptor for the same socket, or nil.
  static func duplicate(_ socket: Int32) -> Int32? {
    let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : copy
  }

  /// The next connection that waits, or -1; it neither blocks nor outlives an `exec`.
  static func accept(
    _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
  ) -> Int32 {
    #if canImport(Darwin)
      let descriptor = Darwin.accept(socket, address, &length)
    #elseif canImport(Musl)
      let descriptor = Musl.accept(socket, address, &length)
    #else
      let descriptor = Glibc.accept(socket, address, &length)
    #endif
    guard descriptor >= 0 else { return descriptor }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  /// What a look at a socket shows, without taking it.
  enum Glance {
    case nothing
    case bytes([UInt8])
    /// The client has gone.
    case end
  }

  static func peek(_ socket: Int32, most: Int) -> Glance {
    let flags = Int32(MSG_PEEK) | withoutWaiting
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      result = recv(socket, buffer.baseAddress, most, flags)
      count = max(result, 0)
    }
    if result > 0 { return .bytes(bytes) }
    return result < 0 && isPatient ? .nothing : .end
  }

  /// Whether the peer has reset the connection. Unread bytes stay.
  static func isReset(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK) | withoutWaiting) < 0 && !isPatient
  }

  /// How a connection stands: how many bytes have come, the peer's end as one, and whether that or all is over. Nothing
  /// of it where the system does not say.
  static func tcp(_ socket: Int32) -> (received: UInt64, isEnding: Bool, isOver: Bool) {
    var received: UInt64 = 0
    let state = mhd_shim_tcp_state(socket, &received)
    return (received, state == 2, state == 3)
  }

  /// Reads and discards `count` bytes that were peeked at before.
  static func discard(_ socket: Int32, _ count: Int) {
    withUnsafeTemporaryAllocation(byteCount: max(count, 1), alignment: 1) { buffer in
      var left = count
      while left > 0 {
        let taken = recv(socket, buffer.baseAddress, left, 0)
        guard taken > 0 else { return }
        left -= taken
      }
    }
  }

  /// A socket is readable only when it holds more bytes than these: so nobody is woken for what has been seen.
  static func wake(_ socket: Int32, beyond seen: Int) {
    var least = Int32(clamping: seen + 1)
    setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &least, socklen_t(MemoryLayout<Int32>.size))
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }
}
