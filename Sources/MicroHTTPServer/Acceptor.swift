import Locking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread that accepts connections and deals them out.
///
/// Where the pool's threads accept for themselves, the first to wake takes all that come at once: eight connections on
/// one thread, and the other idle. libmicrohttpd deals what it is given out in turn.
final class Acceptor: Sendable {
  private let sockets: [ListeningSocket]
  private let daemon: Daemon
  private let dispatcher: Dispatcher
  private let wakeUp: WakePipe
  private let thread: Thread?

  /// While nothing can be accepted, we look again so often, in milliseconds.
  private static let pause: Int32 = 20

  /// Starts the thread; nil when the system has no thread or pipe to give.
  init?(_ sockets: [ListeningSocket], _ daemon: Daemon, _ dispatcher: Dispatcher) {
    guard let pipe = WakePipe() else { return nil }
    (self.sockets, self.daemon, self.dispatcher, wakeUp) = (sockets, daemon, dispatcher, pipe)
    let loop = Loop(sockets: sockets, daemon: daemon, dispatcher: dispatcher, wakeUp: pipe)
    guard let started = Thread({ loop.run() }) else { return nil }
    thread = started
  }

  /// Takes no more connections; who waits to be accepted waits on, until the sockets are closed. Call once.
  func stop() {
    wakeUp.ring()
    thread?.join()
  }

  /// What the thread holds: not the acceptor, which waits for it.
  private struct Loop: Sendable {
    let sockets: [ListeningSocket]
    let daemon: Daemon
    let dispatcher: Dispatcher
    let wakeUp: WakePipe

    func run() {
      let bell = pollfd(fd: wakeUp.reader, events: Int16(POLLIN), revents: 0)
      let all =
        [bell] + sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      var isFull = false
      while true {
        // Beyond the limit connections wait where the system keeps them.
        let hasRoom = dispatcher.watchdog.openConnections < dispatcher.connectionLimit
        var polled = hasRoom && !isFull ? all : [bell]
        _ = poll(&polled, nfds_t(polled.count), polled.count > 1 ? -1 : Acceptor.pause)
        guard polled.first?.revents == 0 else { return }
        isFull = false
        for socket in polled.dropFirst() where socket.revents != 0 {
          if !accept(on: socket.fd) { isFull = true }
        }
      }
    }

    /// - Returns: false where the system has no descriptor or no memory left.
    private func accept(on socket: Int32) -> Bool {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let descriptor = System.accept(socket, address, &length)
          guard descriptor >= 0 else {
            return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
          }
          dispatcher.watchdog.expect()
          // What libmicrohttpd does not take, it closes.
          if !daemon.add(descriptor, address, length) { dispatcher.watchdog.forget() }
          return true
        }
      }
    }
  }
}
