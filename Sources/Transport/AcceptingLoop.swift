import Basics

/// What the acceptor's thread does. It holds all but the acceptor, which waits for it.
struct AcceptingLoop {
  let doors: [Int32: ListenerKind]
  let rooms: Acceptor.Rooms
  let dispatcher: Dispatcher
  let poller: Poller
  let bell: Int32
  private var doorstep = PendingConnections()
  private var isListening = true
  /// Until when nothing is accepted, as the system has no descriptor or memory left.
  private var pausedUntil: UInt64 = 0

  /// While nothing can be accepted, we look again so often, in milliseconds.
  private static let pause: Int32 = 20

  init(
    doors: [Int32: ListenerKind], rooms: Acceptor.Rooms, dispatcher: Dispatcher, poller: Poller,
    bell: Int32
  ) {
    self.doors = doors
    self.rooms = rooms
    self.dispatcher = dispatcher
    self.poller = poller
    self.bell = bell
  }

  mutating func run() {
    while true {
      // Beyond the limit connections wait where the system keeps them.
      let hasRoom = dispatcher.watchdog.openConnections < dispatcher.connectionLimit
      listen(hasRoom && System.now() >= pausedUntil)
      for event in poller.wait(milliseconds: patience) {
        if event.descriptor == bell {
          for socket in doorstep.sockets { close(socket) }
          return
        }
        if let door = doors[event.descriptor] {
          // Out of descriptors or memory: the others go on, and so may this one in a moment.
          if !accept(on: event.descriptor, door) {
            pausedUntil = System.now() &+ UInt64(Self.pause) &* 1_000_000
          }
        } else {
          look(event.descriptor)
        }
      }
      let now = System.now()
      for socket in doorstep.late(at: now) { dismiss(socket) }
    }
  }

  private var patience: Int32 {
    let pause = isListening ? -1 : Self.pause
    guard let next = doorstep.next else { return pause }
    let now = System.now()
    // A millisecond is added, as a wait of whole ones would end a moment too early.
    let wait = next > now ? Int32(clamping: (next - now) / 1_000_000 + 1) : 0
    return pause < 0 ? wait : min(wait, pause)
  }

  private mutating func listen(_ wanted: Bool) {
    guard wanted != isListening else { return }
    isListening = wanted
    for socket in doors.keys { poller.change(socket, reading: wanted, writing: false) }
  }

  /// - Returns: false where the system has no descriptor or no memory left.
  private mutating func accept(on listener: Int32, _ door: ListenerKind) -> Bool {
    guard let (socket, address) = SocketAddress.accept(on: listener) else {
      return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
    }
    dispatcher.watchdog.expect()
    doorstep.place(
      PendingConnections.Guest(door: door, address: address, deadline: newDeadline), socket)
    guard poller.add(socket) else {
      close(socket)
      return false
    }
    // Most have said something before we get to look.
    look(socket)
    return true
  }

  private var newDeadline: UInt64 {
    System.now() &+ dispatcher.limits.headerDeadline.nanoseconds
  }

  /// Decides which listener a connection is for, if enough bytes have come.
  private mutating func look(_ socket: Int32) {
    guard let guest = doorstep[socket] else { return }
    if guest.door == .proxy { return lookAtProxyRequest(socket, guest) }
    switch System.peek(socket, most: 1) {
    case .nothing: return
    case .end: close(socket)
    case .bytes(let bytes):
      // A handshake's record (RFC 8446 §5.1); no method of HTTP begins so.
      let isTLS = bytes.first == 0x16
      switch guest.door {
      case .tls where !isTLS:
        refuse(socket, .plainOnTLS, "A plain HTTP request reached the HTTPS port.")
      case .plain where isTLS:
        refuse(socket, .tlsOnPlain, "A TLS connection reached the plain HTTP port.")
      default: hand(over: socket, isTLS: isTLS)
      }
    }
  }

  private mutating func lookAtProxyRequest(_ socket: Int32, _ guest: PendingConnections.Guest) {
    switch System.peek(socket, most: ProxyRequest.most) {
    case .nothing: return
    case .end: close(socket)
    case .bytes(let bytes):
      if bytes.first == 0x16 {
        return refuse(socket, .tlsOnPlain, "A TLS connection reached the port of the proxy.")
      }
      // A head ends with a line: what has come since the last look may not be the end of one.
      let hasLine = bytes.count >= ProxyRequest.most || bytes.dropFirst(guest.seen).contains(10)
      switch hasLine ? ProxyRequest.read(bytes) : .unfinished {
      case .unfinished:
        // Woken for nothing new: the client has gone, which a look does not show while bytes are left.
        guard bytes.count > guest.seen else { return close(socket) }
        doorstep.note(bytes.count, socket)
        System.wake(socket, beyond: bytes.count)
      case .bad(let rejection): refuse(socket, rejection, nil)
      case .whole(let request): go(socket, request)
      }
    }
  }

  private mutating func go(_ socket: Int32, _ request: ProxyRequest) {
    System.wake(socket, beyond: 0)
    guard request.form != .origin, let way = rooms.way else {
      return hand(over: socket, isTLS: false)
    }
    switch way(request.host, request.port) {
    case .refused(let why):
      refuse(socket, .notProxied(why), "The proxy refused \(request.host):\(request.port).")
    case .here where request.form == .absolute: hand(over: socket, isTLS: false, isForOne: true)
    case .here:
      System.discard(socket, request.size)
      System.sendLastWord(Relays.established, to: socket)
      guard var guest = doorstep.remove(socket) else { return }
      guest.door = .tunnel
      guest.deadline = newDeadline
      doorstep.place(guest, socket)
      look(socket)
    case .pass:
      guard doorstep.remove(socket) != nil else { return }
      poller.remove(socket)
      System.discard(socket, request.size)
      guard let relays = rooms.relays, relays.take(socket, request) else {
        say(.tooManyTunnels, to: socket)
        System.close(socket)
        return dispatcher.watchdog.forget()
      }
    }
  }

  private mutating func hand(over socket: Int32, isTLS: Bool, isForOne: Bool = false) {
    guard let guest = doorstep.remove(socket) else { return }
    poller.remove(socket)
    guard let daemon = isTLS ? rooms.tls : rooms.plain else {
      System.close(socket)
      return dispatcher.watchdog.forget()
    }
    // GnuTLS writes a handshake in small pieces: the second would wait for the first one's delayed acknowledgement.
    if isTLS {
      System.sendAtOnce(socket)
      dispatcher.https?.greeted()
    }
    dispatcher.arrivals.note(
      IncomingConnection(
        isTLS: isTLS, isForOne: isForOne, isTrusted: rooms.trusted.contains(guest.address),
        deadline: guest.deadline), on: socket)
    // What libmicrohttpd does not take, it closes.
    guard guest.address.withSockaddr({ daemon.add(socket, $0, $1) }) != true else { return }
    _ = dispatcher.arrivals.take(socket)
    dispatcher.watchdog.forget()
  }

  /// The time is over, and not enough has come.
  private mutating func dismiss(_ socket: Int32) {
    // A client that expects TLS cannot read a plain-text answer.
    switch doorstep[socket]?.door {
    case .plain, .proxy: say(.tooSlow, to: socket)
    case .tls, .tunnel, nil: break
    }
    close(socket)
  }

  private mutating func refuse(_ socket: Int32, _ rejection: Rejection, _ line: String?) {
    if let line { dispatcher.log("\(line) \(rejection.sentence)") }
    say(rejection, to: socket)
    close(socket)
  }

  private func say(_ rejection: Rejection, to socket: Int32) {
    LastWord(rejection.answer)?.send(to: socket)
    dispatcher.watchdog.linger(over: socket)
  }

  private mutating func close(_ socket: Int32) {
    guard doorstep.remove(socket) != nil else { return }
    poller.remove(socket)
    System.close(socket)
    dispatcher.watchdog.forget()
  }
}
