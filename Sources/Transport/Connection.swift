import Basics
import CMicroHTTPDShim

/// One connection, as C carries it from accept to close in the socket's context pointer, and the request that is under
/// way on it.
///
/// libmicrohttpd offers a context pointer for each request too, but 0.9.75 does not always say when a request is over:
/// after two mistakes in one head it just closes. A connection's end it reports always. And what lives as long as the
/// connection is not made anew for each request. Used by one thread at a time, the one that polls its socket: hence what is not checked.
final class Connection {
  enum Stage {
    /// Between two requests.
    case idle
    /// The request line has been read.
    case line
    /// The head has passed the guard; the body is being gathered.
    case body
    /// The connection is suspended until the answer is due.
    case waiting
    /// An answer has been queued, or the client has been dropped.
    case over
  }

  let record: ConnectionRecord
  let arrival: IncomingConnection
  /// What it shows to the client: kept alive for as long as C uses it.
  @exclusivity(unchecked) var identity: TLSIdentity?
  @exclusivity(unchecked) var stage = Stage.idle
  /// The request target as it stood in the request line, without its NUL.
  @exclusivity(unchecked) private(set) var target: [UInt8] = []
  /// Where C keeps it: only ever compared, never read.
  @exclusivity(unchecked) private(set) var targetAddress: UInt = 0
  /// From stage `body` on: whole but for its body.
  @exclusivity(unchecked) var request: Request?
  @exclusivity(unchecked) var suspension: Suspension?
  /// The answer that is waited for is not known yet.
  @exclusivity(unchecked) var isPromised = false
  @exclusivity(unchecked) var body: [UInt8] = []
  /// We close the connection behind the answer, whatever the client still sends: its socket lingers (`Watchdog.linger`).
  @exclusivity(unchecked) var lingers = false
  /// The body of the answer: libmicrohttpd reads it in place until the request is over.
  @exclusivity(unchecked) var outgoing: [UInt8] = []
  @exclusivity(unchecked) var fields = JudgedFields()
  /// No request may follow the one under way.
  @exclusivity(unchecked) var isLast = false
  /// libmicrohttpd's own name for the connection.
  let handle: OpaquePointer
  @exclusivity(unchecked) private var pool: PoolMemory
  /// Watches the bytes under TLS.
  let tls: OpaquePointer?
  /// Storage for the fields of the next head.
  @exclusivity(unchecked) var room: [RequestHead.Field] = []

  /// The observer of the current answer.
  @exclusivity(unchecked) var observer: (any DeliveryObserver)?
  /// Who has been told that the last answer was sent, and not yet that it was read.
  @exclusivity(unchecked) private var reader: (any DeliveryObserver)?
  /// What had come from the client by then.
  @exclusivity(unchecked) private var received: UInt64 = 0

  /// The TLS handshake was completed.
  @exclusivity(unchecked) var hasAgreed = false
  /// The client was asked for a certificate of its own.
  @exclusivity(unchecked) var asksClient = false
  let dispatcher: Dispatcher
  private let alive: Counter

  init(
    _ record: ConnectionRecord, _ arrival: IncomingConnection, _ dispatcher: Dispatcher,
    handle: OpaquePointer, alive: Counter
  ) {
    self.record = record
    self.handle = handle
    pool = PoolMemory(size: dispatcher.limits.poolBytes)
    tls = arrival.isTLS ? mhd_shim_tls_watch(handle, Self.handshakeBytes) : nil
    self.dispatcher = dispatcher
    self.arrival = arrival
    self.alive = alive
    alive.add(1)
  }

  deinit {
    if let tls { mhd_shim_tls_forget(tls) }
    alive.add(-1)
  }

  /// Bytes that a client may send until it has completed its handshake: a chain of certificates has some thousands.
  private static let handshakeBytes = 64 << 10
  /// Bytes that a client may send under TLS without a byte of a request in them that goes on. GnuTLS gathers a message of
  /// a handshake up to 16 MiB, whenever it comes.
  private static let silentBytes = 1 << 20

  /// What has come so far makes sense.
  func noteProgress() {
    if let tls { mhd_shim_tls_allow(tls, Self.silentBytes) }
  }

  /// Bytes that libmicrohttpd has not read yet: from a request's version on, to where nothing has come, or further.
  func unread(behind target: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
    let start = UnsafeRawPointer(target) + self.target.count + 1
    let received = pool.isLocated ? 0 : System.tcp(record.socket).received
    let readable = pool.readable(from: UInt(bitPattern: start), received: received)
    let most = dispatcher.limits.maximumHeaderBytes
    return UnsafeRawBufferPointer(start: start, count: min(readable, most))
  }

  /// The request's head has been seen whole: more of what has come is accounted for.
  func locatePool() {
    guard let size = fields.size, !pool.isLocated else { return }
    pool.locate(
      target: targetAddress, following: target.count + size,
      received: System.tcp(record.socket).received)
  }

  /// The request is HEAD, as far as is known behind its first line.
  func isHead(at target: UnsafePointer<CChar>) -> Bool {
    let method = "HEAD"
    // It is in the same page.
    guard UInt(bitPattern: target) % 4096 > UInt(method.utf8.count) else { return false }
    return UnsafeRawBufferPointer(
      start: UnsafeRawPointer(target) - method.utf8.count - 1, count: method.utf8.count
    ).elementsEqual(method.utf8)
  }

  /// A request's line has been read.
  ///
  /// Its target is copied: libmicrohttpd goes on to decode it in place, which loses `+`, the order of parameters and
  /// all that follows `%00`.
  func begin(_ target: UnsafePointer<CChar>) {
    self.target.append(contentsOf: UnsafeRawBufferPointer(target))
    targetAddress = UInt(bitPattern: target)
    stage = .line
  }

  /// The exchange has ended.
  ///
  /// What is sent to a client that has left goes out without an error: its system answers with a reset, which is here
  /// by now where client and server are one machine.
  func tell(normally: Bool) {
    guard let observer else { return }
    self.observer = nil
    let arrived = normally && !System.isReset(record.socket)
    if arrived {
      let tcp = System.tcp(record.socket)
      // Who has ended their side already will give no other sign.
      reader = tcp.isEnding ? nil : observer
      received = tcp.received
    }
    observer.delivery(is: arrived ? .sent : .broken)
  }

  /// Nobody asks for the next thing before they have read the last one.
  func tellRead() {
    guard let reader else { return }
    self.reader = nil
    reader.delivery(is: .read)
  }

  /// The connection is over. A client that closes with bytes unread resets it (RFC 1122 §4.2.2.13).
  func tellEnd() {
    guard let reader else { return }
    self.reader = nil
    let tcp = System.tcp(record.socket)
    if tcp.received > received {
      reader.delivery(is: .read)
    } else if tcp.isOver {
      reader.delivery(is: .broken)
    }
  }

  func takeRoom() -> [RequestHead.Field] {
    let taken = room
    room = []
    return taken
  }

  /// Swapped, and not assigned: of two owners the array would make a copy to empty itself.
  func putBack(_ used: inout [RequestHead.Field]) {
    used.removeAll(keepingCapacity: true)
    swap(&used, &room)
  }

  /// The request is over. A long target's storage is not kept: most are short, and connections may be many.
  func reset() {
    stage = .idle
    target.removeAll(keepingCapacity: target.count <= 1024)
    request = nil
    suspension = nil
    body = []
    outgoing = []
    fields.tidy()
    lingers = false
    isPromised = false
    isLast = false
  }
}
