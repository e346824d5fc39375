import Basics
import Synchronization

/// The HTTP/1.1 transport: sockets, threads, limits, and the guard against malformed requests, on libmicrohttpd.
///
/// This module owns everything between the wire and a whole `Request`, and between an `Answer` and the wire.
/// It knows a closure. It does not know OAuth, providers, hosts, routes or cookies, and it decodes nothing:
/// the closure gets the request target as it was sent.
///
/// How one request passes: `Callbacks` is where C calls in; `Dispatcher` takes it from stage to stage, which
/// its `Connection` remembers; `RequestGuard` judges the head before a byte of the body is read; `ResponseWriter`
/// sends the answer. Before that, an `Acceptor` looks what a connection speaks: plain HTTP, TLS, or that to a proxy, whose
/// tunnels to our own hosts end here and whose others are `Relays`. `Watchdog` drops clients that are too slow. libmicrohttpd's measured traps are named where they are avoided.
package final class MicroHTTPServer: Sendable {
  private let addresses: [String]
  private let port: UInt16
  private let threads: Int
  private let limits: Limits
  private let https: HTTPS?
  private let proxy: Proxy?
  private let trusted: TrustedProxies
  private let log: @Sendable (String) -> Void
  private let refusing: Refusing
  private let handler: @Sendable (Request) -> Reply

  /// May say in another form why the transport itself turned a request away.
  package typealias Refusing =
    @Sendable (_ answer: Answer, _ sentence: String, _ target: String) -> Answer

  /// Start and stop take turns on this one; `running` is held only for a glance, so that a handler may look.
  private let turn = Lock(())
  private let running = Lock<Running?>(nil)

  /// How long libmicrohttpd's threads may take to notice that their connections are over, in nanoseconds.
  private static let farewell: UInt64 = 1_000_000_000

  /// What lives as long as a connection or a request of C's does: nothing of it may be left after `stop`.
  let alive = Counter()

  private struct Running: Sendable {
    let dispatcher: Dispatcher
    let sockets: [(socket: ListeningSocket, door: ListenerKind)]
    let daemons: [Daemon]
    let relays: Relays?
    let acceptor: Acceptor

    func port(_ door: ListenerKind) -> UInt16? { sockets.first { $0.door == door }?.socket.port }
  }

  /// - Parameters:
  ///   - addresses: where to listen: IPv4 and IPv6 literals, or names that resolve to them.
  ///     An address that this machine lacks is skipped as long as another one works.
  ///   - port: one port on all addresses; 0 for any that is free on all of them.
  ///   - threads: how many threads answer.
  ///   - https: whether HTTPS is spoken too.
  ///   - proxy: whether a port is a proxy's.
  ///   - trusted: who may say how a client came to it.
  ///   - log: gets one line without a newline at a time, on any thread.
  ///   - refusing: gets the answer that the transport would give, and for which target.
  ///   - handler: called on the server's threads, several at a time. It must return: `stop` waits for it.
  package init(
    addresses: [String],
    port: UInt16,
    threads: Int = 2,
    limits: Limits = .init(),
    https: HTTPS? = nil,
    proxy: Proxy? = nil,
    trusted: TrustedProxies = .init(),
    log: @escaping @Sendable (String) -> Void = { _ in },
    refusing: @escaping Refusing = { answer, _, _ in answer },
    replying handler: @escaping @Sendable (Request) -> Reply
  ) {
    self.addresses = addresses
    self.port = port
    self.threads = threads
    self.limits = limits
    self.https = https
    self.proxy = proxy
    self.trusted = trusted
    self.log = log
    self.refusing = refusing
    self.handler = handler
  }

  /// With a handler that always has its answer at once.
  package convenience init(
    addresses: [String],
    port: UInt16,
    threads: Int = 2,
    limits: Limits = .init(),
    log: @escaping @Sendable (String) -> Void = { _ in },
    handler: @escaping @Sendable (Request) -> Answer
  ) {
    self.init(addresses: addresses, port: port, threads: threads, limits: limits, log: log) {
      .answer(handler($0))
    }
  }

  deinit { stop() }

  /// Binds every address, then serves. Returns the port that was bound.
  ///
  /// Ignores SIGPIPE for the whole process and raises its soft limit of open files to the hard one.
  package func start() throws(StartError) -> UInt16 {
    let holder = turn.acquire()
    defer { holder.release() }
    guard running.withLock({ $0 == nil }) else {
      throw .other("the server has already been started")
    }

    System.ignoreBrokenPipes()
    let sockets = try bindAll()
    let share = FileLimit.raise()
    var begun = Begun(sockets: sockets.map(\.socket))
    do throws(StartError) {
      let started = try begin(sockets, connections: share, &begun)
      running.withLock { $0 = started }
      return started.port(.plain) ?? port
    } catch {
      begun.end()
      throw error
    }
  }

  /// What has been started, should the rest fail.
  private struct Begun {
    let sockets: [ListeningSocket]
    var watchdog: Watchdog?
    var relays: Relays?
    var daemons: [Daemon] = []

    func end() {
      for socket in sockets { socket.close() }
      for daemon in daemons { daemon.stop() }
      relays?.stop()
      watchdog?.stop()
    }
  }

  private func begin(
    _ sockets: [(socket: ListeningSocket, door: ListenerKind)], connections: Int,
    _ begun: inout Begun
  ) throws(StartError) -> Running {
    guard let watchdog = Watchdog(limits: limits, alive: alive) else { throw .exhausted }
    begun.watchdog = watchdog
    let dispatcher = Dispatcher(
      limits: limits, connectionLimit: max(limits.connections ?? connections, 1),
      watchdog: watchdog, alive: alive, https: https, log: log, refusing: refusing,
      handler: handler)
    for tls in https == nil ? [false] : [false, true] {
      guard let daemon = Daemon(threads: threads, tls: tls, dispatcher: dispatcher) else {
        throw .other("libmicrohttpd could not start; its reason is in the log.")
      }
      begun.daemons.append(daemon)
    }
    if let proxy {
      let relays = Relays(
        limits: limits, passesLoopback: proxy.passesLoopback, watchdog: watchdog, log: log)
      guard let relays else {
        throw .exhausted
      }
      begun.relays = relays
    }
    let rooms = Acceptor.Rooms(
      plain: begun.daemons[0], tls: begun.daemons.dropFirst().first, relays: begun.relays,
      way: proxy?.way, trusted: trusted)
    guard let acceptor = Acceptor(sockets.map { ($0.socket, $0.door) }, rooms, dispatcher) else {
      throw .exhausted
    }
    return Running(
      dispatcher: dispatcher, sockets: sockets, daemons: begun.daemons, relays: begun.relays,
      acceptor: acceptor)
  }

  /// All ports on all addresses, or none of them.
  private func bindAll() throws(StartError) -> [(socket: ListeningSocket, door: ListenerKind)] {
    var bound: [(socket: ListeningSocket, door: ListenerKind)] = []
    do throws(StartError) {
      for (port, door) in [(port, ListenerKind.plain), (https?.port, .tls), (proxy?.port, .proxy)] {
        guard let port else { continue }
        bound += try ListeningSocket.bindAll(addresses, port: port).map { ($0, door) }
      }
      return bound
    } catch {
      for one in bound { one.socket.close() }
      throw error
    }
  }

  /// Takes no more connections, answers what is in flight (for at most `Limits.drain`), then closes everything.
  ///
  /// May be called again, and from any thread but a handler's.
  package func stop() {
    let holder = turn.acquire()
    defer { holder.release() }
    guard let stopping = running.withLock({ $0 }) else { return }

    stopping.dispatcher.stopping.store(true, ordering: .relaxed)
    stopping.acceptor.stop()
    // Who connects now is refused at once, and goes to another server, instead of waiting until this one ends.
    for (socket, _) in stopping.sockets { socket.close() }
    stopping.dispatcher.suspensions.close()
    // Without this wait libmicrohttpd may close a connection before its answer has been sent.
    let end = System.now() &+ limits.drain.nanoseconds
    while stopping.dispatcher.watchdog.inFlight > 0, System.now() < end {
      System.pause(milliseconds: 1)
    }
    // On a kept connection the next request may have come just now: it is answered whole, and none after it.
    stopping.dispatcher.closed.store(true, ordering: .sequentiallyConsistent)
    let last = max(end, System.now() &+ Self.farewell / 10)
    while stopping.dispatcher.watchdog.inFlight > 0, System.now() < last {
      System.pause(milliseconds: 1)
    }
    stopping.dispatcher.suspensions.close(all: true)
    stopping.relays?.stop()
    // Nor may it be stopped while it still reads: 0.9.75 dies when a stop overtakes it on its way to refuse a bad head
    // (`MHD_queue_response` says yes and queues nothing). So the connections go first, and it last.
    let farewell = System.now() &+ Self.farewell
    repeat {
      stopping.dispatcher.watchdog.shutDownAll()
      System.pause(milliseconds: 1)
    } while stopping.dispatcher.watchdog.openConnections > 0 && System.now() < farewell
    stopping.dispatcher.timers.stop()
    for daemon in stopping.daemons { daemon.stop() }
    stopping.dispatcher.watchdog.stop()
    running.withLock { $0 = nil }
  }

  /// Where HTTPS is spoken, once the server runs.
  package var httpsPort: UInt16? { running.withLock { $0?.port(.tls) } }
  /// Where the proxy listens, once the server runs.
  package var proxyPort: UInt16? { running.withLock { $0?.port(.proxy) } }

  /// Requests whose head has been read and whose answer has not been sent yet.
  package var inFlight: Int {
    running.withLock { $0?.dispatcher.watchdog.inFlight ?? 0 }
  }

  /// How many connections it holds at most; 0 before the start. When nearly all are taken, requests get 503.
  package var connectionLimit: Int {
    running.withLock { $0?.dispatcher.connectionLimit ?? 0 }
  }
}
