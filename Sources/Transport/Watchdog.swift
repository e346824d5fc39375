import Basics

/// A thread that drops clients which take too long, and lingers over sockets whose last answer must not be lost.
///
/// libmicrohttpd's own timeout counts silence only: one byte every two seconds outlives it for ever.
final class Watchdog: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: ConnectionRecord] = [:]
    var lingering: [LingeringSocket] = []
    var stopped = false
  }

  private let limits: MicroHTTPServer.Limits
  private let tick: Int32
  private let state = Lock(State())
  private let wakeUp: WakePipe
  private let thread = Lock<Thread?>(nil)
  private let open = Counter()
  private let alive: Counter

  /// How long a socket lingers at most, in nanoseconds.
  static let lingering: UInt64 = 2_000_000_000

  /// More lingering sockets than this are closed at once: they cost descriptors that connections need.
  private static let mostLingering = 64

  /// Starts the thread; nil when the system has no thread or pipe to give.
  init?(limits: MicroHTTPServer.Limits, alive: Counter) {
    self.limits = limits
    self.alive = alive
    let shortest = min(limits.headerDeadline.nanoseconds, limits.bodyDeadline.nanoseconds)
    tick = Int32(clamping: min(max(shortest / 4_000_000, 10), 1_000))
    guard let pipe = WakePipe() else { return nil }
    wakeUp = pipe
    guard let started = Thread({ [self] in run() }) else { return nil }
    thread.withLock { $0 = started }
  }

  var openConnections: Int { open.value }

  /// Connections whose request has been read and not been answered yet.
  var inFlight: Int {
    state.withLock { state in state.connections.values.count { $0.isInFlight } }
  }

  /// A connection has been accepted, and is on its way to a thread of libmicrohttpd's.
  func expect() { open.add(1) }
  /// It was not taken.
  func forget() { open.add(-1) }

  /// A connection begins: its first request's head is owed.
  func register(_ socket: Int32, _ arrival: IncomingConnection) -> ConnectionRecord {
    let record = ConnectionRecord(
      socket: socket, isTLS: arrival.isTLS, deadline: arrival.deadline, alive: alive)
    let first = state.withLock { state in
      state.connections[ObjectIdentifier(record)] = record
      return state.connections.count == 1
    }
    // With no connection the thread sleeps without a timeout.
    if first { wakeUp.ring() }
    return record
  }

  /// To be called before the socket is closed: afterwards its number may belong to someone else.
  func unregister(_ record: ConnectionRecord) {
    open.add(-1)
    state.withLock { state in
      _ = state.connections.removeValue(forKey: ObjectIdentifier(record))
    }
  }

  /// Bytes that a client has sent at least, if the library has no room for a line of its chunked body.
  private static let longLine: UInt64 = 8 << 10

  /// The connection of a thread whose client is the only one to owe us something, or to owe us a body. The library may
  /// still read what came from a client that was dropped.
  /// - Parameter isLong: whether the client has sent a line that is too long, which few have.
  func debtor(onThread thread: UInt, isChunk: Bool, isLong: Bool) -> ConnectionRecord? {
    state.withLock { state in
      var found: ConnectionRecord?
      for record in state.connections.values
      where record.thread == thread
        && (record.isExpired || record.isOwed && (!isChunk || record.isInFlight))
        && (!isLong || System.tcp(record.socket).received >= Self.longLine)
      {
        guard found == nil, !record.isExpired else { return nil }
        found = record
      }
      return found
    }
  }

  /// Ends every connection's socket, so that libmicrohttpd finds each at its end and closes it.
  func shutDownAll() {
    state.withLock { state in
      for record in state.connections.values { System.shutDown(record.socket) }
    }
  }

  /// Keeps the socket alive beyond libmicrohttpd's close, and reads and discards what the client still sends.
  ///
  /// Closing a socket over unread bytes resets the connection, and a reset may overtake the answer (RFC 9112 §9.6).
  func linger(over socket: Int32) {
    guard let copy = System.duplicate(socket) else { return }
    System.finishSending(copy)
    let one = LingeringSocket(
      descriptor: copy, end: System.now() &+ Self.lingering, allowance: limits.maximumDiscard)
    let taken = state.withLock { state in
      guard !state.stopped, state.lingering.count < Self.mostLingering else { return false }
      state.lingering.append(one)
      return true
    }
    if taken { wakeUp.ring() } else { System.close(copy) }
  }

  /// Ends the thread. Call once, when no daemon runs any more.
  func stop() {
    state.withLock { $0.stopped = true }
    wakeUp.ring()
    thread.withLock { $0 }?.join()
    state.withLock { state in
      for socket in state.lingering { System.close(socket.descriptor) }
      state.lingering = []
    }
  }

  private func run() {
    while true {
      let (stopped, idle, lingering) = state.withLock { state in
        (state.stopped, state.connections.isEmpty && state.lingering.isEmpty, state.lingering)
      }
      if stopped { return }
      var polled = [pollfd(fd: wakeUp.reader, events: Int16(POLLIN), revents: 0)]
      polled += lingering.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      _ = poll(&polled, nfds_t(polled.count), idle ? -1 : tick)
      wakeUp.drain()
      dropTheSlow()
      readLingering()
    }
  }

  private let lastWord = LastWord(Rejection.tooSlow.answer)

  private func dropTheSlow() {
    let now = System.now()
    // Under the lock, so that no socket is closed, and its number reused, between the test and the shutdown.
    state.withLock { state in
      for record in state.connections.values where record.expire(at: now) {
        // No answer of libmicrohttpd's can be on its way: a record is armed only while the client owes us.
        // And where TLS is spoken, plain text is noise.
        if !record.isTLS { lastWord?.send(to: record.socket) }
        System.shutDown(record.socket)
      }
    }
  }

  private func readLingering() {
    let now = System.now()
    state.withLock { state in
      for index in state.lingering.indices.reversed() where !state.lingering[index].discard(at: now)
      {
        System.close(state.lingering[index].descriptor)
        state.lingering.remove(at: index)
      }
    }
  }
}
