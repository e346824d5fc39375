#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The few calls into the operating system that the rest of the module needs, and their differences between systems.
enum System {
  /// Nanoseconds of a clock that never goes back.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
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
    #if canImport(Darwin)
      let flags = MSG_DONTWAIT  // no MSG_NOSIGNAL there; SIGPIPE is ignored
    #else
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
    bytes.withUnsafeBytes { _ = send(socket, $0.baseAddress, $0.count, flags) }
  }

  /// Ends both directions; whoever polls the socket wakes up and sees its end.
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
