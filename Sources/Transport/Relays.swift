import Basics

/// What the proxy passes on: a thread that carries bytes between clients and the servers that they asked for.
final class Relays: Sendable {
  private struct State: Sendable {
    var arrived: [Relay] = []
    /// Those under way, and those that are being connected.
    var count = 0
    var stopped = false
  }

  /// What a client hears of a tunnel that is there.
  static let established = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)

  private let most: Int
  private let passesLoopback: Bool
  /// How long nothing may move, in nanoseconds.
  private let patience: UInt64
  private let watchdog: Watchdog
  private let log: @Sendable (String) -> Void
  private let state = Lock(State())
  private let wakeUp: WakePipe
  private let poller: Poller
  private let thread = Lock<Thread?>(nil)

  /// Starts the thread; nil when the system has no thread or pipe to give.
  init?(
    limits: MicroHTTPServer.Limits, passesLoopback: Bool, watchdog: Watchdog,
    log: @escaping @Sendable (String) -> Void
  ) {
    most = limits.tunnels
    self.passesLoopback = passesLoopback
    patience = limits.tunnelIdle.nanoseconds
    self.watchdog = watchdog
    self.log = log
    guard let pipe = WakePipe(), let poller = Poller(), poller.add(pipe.reader) else { return nil }
    wakeUp = pipe
    self.poller = poller
    guard let started = Thread({ [self] in run() }) else { return nil }
    thread.withLock { $0 = started }
  }

  /// Takes a client over, which counts as one open connection. False when there are too many: then it is left alone.
  func take(_ client: Int32, _ request: ProxyRequest) -> Bool {
    let hasRoom = state.withLock { state in
      guard !state.stopped, state.count < most else { return false }
      state.count += 1
      return true
    }
    guard hasRoom else { return false }
    // A name may have to be looked up, and a server may be far away: nobody else waits for that.
    let isStarted = BackgroundThread.run { [self] in
      let server = SocketAddress.connect(
        to: request.host, port: request.port, orLoopback: passesLoopback)
      guard let server else {
        log("The proxy reaches no \(request.host), port \(request.port).")
        LastWord(Rejection.unreachable(request.host, request.port).answer)?.send(to: client)
        watchdog.linger(over: client)
        return end([client])
      }
      for socket in [client, server] { System.sendAtOnce(socket) }
      let isTunnel = request.form == .tunnel
      let relay = Relay(
        client: client, server: server, request: request.passed,
        answer: isTunnel ? Self.established : [], left: isTunnel ? nil : request.body,
        deadline: System.now() &+ patience)
      let isLate = state.withLock { state in
        if !state.stopped { state.arrived.append(relay) }
        return state.stopped
      }
      if isLate { end([client, server]) } else { wakeUp.ring() }
    }
    if !isStarted { state.withLock { $0.count -= 1 } }
    return isStarted
  }

  /// Ends all of them. Call once.
  func stop() {
    state.withLock { $0.stopped = true }
    wakeUp.ring()
    thread.withLock { $0 }?.join()
  }

  private func end(_ sockets: [Int32]) {
    for socket in sockets { System.close(socket) }
    state.withLock { $0.count -= 1 }
    watchdog.forget()
  }

  private func run() {
    var relays: [Int32: Relay] = [:]
    var clients: [Int32: Int32] = [:]
    func finish(_ client: Int32) {
      guard let relay = relays.removeValue(forKey: client) else { return }
      clients[relay.server] = nil
      poller.remove(relay.client)
      poller.remove(relay.server)
      end([relay.client, relay.server])
    }
    func move(_ client: Int32) {
      guard var relay = relays[client] else { return }
      let goesOn = relay.move()
      relay.deadline = System.now() &+ patience
      relays[client] = relay
      guard goesOn else { return finish(client) }
      poller.change(relay.client, reading: relay.readsClient, writing: relay.writesClient)
      poller.change(relay.server, reading: relay.readsServer, writing: relay.writesServer)
    }
    while true {
      let events = poller.wait(milliseconds: relays.isEmpty ? -1 : 1_000)
      wakeUp.drain()
      let (arrived, stopped) = state.withLock { state in
        defer { state.arrived = [] }
        return (state.arrived, state.stopped)
      }
      for relay in arrived {
        relays[relay.client] = relay
        clients[relay.server] = relay.client
        guard poller.add(relay.client), poller.add(relay.server) else {
          finish(relay.client)
          continue
        }
        move(relay.client)
      }
      if stopped {
        for client in Array(relays.keys) { finish(client) }
        return
      }
      for event in events { move(clients[event.descriptor] ?? event.descriptor) }
      let now = System.now()
      for (client, relay) in relays where relay.deadline <= now { finish(client) }
    }
  }
}
