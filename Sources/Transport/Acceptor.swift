import Basics

/// A thread that accepts connections, looks what they speak, and deals them out.
///
/// Where the pool's threads accept for themselves, the first to wake takes all that come at once: eight connections on
/// one thread, and the other idle. libmicrohttpd deals what it is given out by its number.
final class Acceptor: Sendable {
  /// What connections are given to.
  struct Rooms: Sendable {
    let plain: Daemon
    let tls: Daemon?
    let relays: Relays?
    let way: (@Sendable (_ host: String, _ port: UInt16) -> MicroHTTPServer.Proxy.Way)?
    let trusted: TrustedProxies
  }

  private let wakeUp: WakePipe
  private let thread: Thread?

  /// Starts the thread; nil when the system has no thread or pipe to give.
  init?(_ sockets: [(ListeningSocket, ListenerKind)], _ rooms: Rooms, _ dispatcher: Dispatcher) {
    guard let pipe = WakePipe(), let poller = Poller(), poller.add(pipe.reader) else { return nil }
    for (socket, _) in sockets where !poller.add(socket.descriptor) { return nil }
    wakeUp = pipe
    let doors = Dictionary(
      sockets.map { ($0.0.descriptor, $0.1) }, uniquingKeysWith: { first, _ in first })
    let bell = pipe.reader
    guard
      let started = Thread({
        var loop = AcceptingLoop(
          doors: doors, rooms: rooms, dispatcher: dispatcher, poller: poller, bell: bell)
        loop.run()
      })
    else { return nil }
    thread = started
  }

  /// Takes no more connections; who waits to be accepted is refused when the sockets are closed. Call once.
  func stop() {
    wakeUp.ring()
    thread?.join()
  }
}
