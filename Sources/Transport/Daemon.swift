import Basics
import CMicroHTTPD
import CMicroHTTPDShim

/// A libmicrohttpd daemon: a pool of threads that answer the connections which it is given.
final class Daemon: @unchecked Sendable {
  private let daemon: OpaquePointer
  /// C keeps this pointer as its log's context until the daemon is stopped.
  private let callbacks: UnsafeMutablePointer<mhd_shim_callbacks>
  /// Retained here for C, which calls in with an unretained pointer.
  private let dispatcher: Dispatcher

  init?(threads: Int, tls: Bool = false, dispatcher: Dispatcher) {
    let limits = dispatcher.limits
    let threads = max(threads, 1)
    // Never epoll (nor MHD_USE_AUTO, which selects it): in 0.9.75 a thread with 128 busy connections stalls for good.
    // ITC is what lets a polling thread hear of a connection that is added or resumed.
    var flags = MHD_USE_POLL.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
    flags |= MHD_USE_ITC.rawValue | MHD_USE_ERROR_LOG.rawValue
    flags |= MHD_ALLOW_SUSPEND_RESUME.rawValue
    flags |= MHD_USE_NO_LISTEN_SOCKET.rawValue
    if tls { flags |= MHD_USE_TLS.rawValue }
    var settings = mhd_shim_settings(
      flags: flags,
      threads: UInt32(clamping: threads),
      // The pool divides it among its threads, which is not how connections come; the acceptor keeps the limit. And where
      // a thread of 0.9.75 meets its own, it never unlocks a mutex again.
      connections: UInt32(clamping: max(dispatcher.connectionLimit, 1) * threads),
      idle_seconds: UInt32(
        clamping: max((limits.idleTimeout.nanoseconds + 999_999_999) / 1_000_000_000, 1)),
      pool_bytes: limits.poolBytes,
      // Musl's default of 128 KiB and Darwin's of 512 KiB are too small to run a handler on.
      stack_bytes: 4 << 20,
      strict: Self.strictness,
      priorities: (tls ? dispatcher.https : nil).map {
        UnsafeRawPointer($0.priorities.utf8Start).assumingMemoryBound(to: CChar.self)
      })

    self.dispatcher = dispatcher
    callbacks = .allocate(capacity: 1)
    callbacks.initialize(to: Callbacks.table(for: dispatcher))
    guard let daemon = mhd_shim_start(callbacks, &settings) else {
      callbacks.deallocate()
      return nil
    }
    self.daemon = daemon
  }

  /// In 0.9.x level 1 adds two refusals, of a missing Host and of a space in the target; the guard makes both with a
  /// sentence, while 0.9.75 sends its own with the header block twice, or just closes. From 1.0 on it also means
  /// a stricter parser, which is welcome.
  private static let strictness: Int32 = {
    let version = MHD_get_version().map { String(cString: $0) } ?? ""
    return version.hasPrefix("0.") ? 0 : 1
  }()

  /// Hands a connection over, to the threads in turn. False where it was not taken, and closed.
  func add(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Bool {
    MHD_add_connection(daemon, socket, address, length) == .YES
  }

  /// Closes all connections and joins the threads. Call once.
  func stop() {
    MHD_stop_daemon(daemon)
    callbacks.deinitialize(count: 1)
    callbacks.deallocate()
  }
}
