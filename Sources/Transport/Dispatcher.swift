import Basics
import CMicroHTTPD
import CMicroHTTPDShim
import HTTPTypes
import Synchronization

/// Carries each request through its stages: head, body, answer, end. Called on libmicrohttpd's threads.
final class Dispatcher: Sendable {
  let limits: MicroHTTPServer.Limits
  /// On all addresses together.
  let connectionLimit: Int
  let watchdog: Watchdog
  let arrivals = Arrivals()
  /// How certificates are chosen, where TLS is spoken.
  let https: MicroHTTPServer.HTTPS?
  let log: @Sendable (String) -> Void
  /// Answers end their connections.
  let stopping = Atomic<Bool>(false)
  /// No request is answered any more.
  let closed = Atomic<Bool>(false)
  private let alive: Counter
  private let handler: @Sendable (Request) -> Reply
  private let refusing: MicroHTTPServer.Refusing
  /// Nanoseconds from the end of a request to that of the next one's head.
  private let patience: UInt64
  let judge: RequestGuard
  private let writer: ResponseWriter
  let suspensions = SuspensionBook()
  let timers = Timers()

  init(
    limits: MicroHTTPServer.Limits,
    connectionLimit: Int,
    watchdog: Watchdog,
    alive: Counter,
    https: MicroHTTPServer.HTTPS? = nil,
    log: @escaping @Sendable (String) -> Void,
    refusing: @escaping MicroHTTPServer.Refusing,
    handler: @escaping @Sendable (Request) -> Reply
  ) {
    self.limits = limits
    self.connectionLimit = connectionLimit
    self.watchdog = watchdog
    self.https = https
    self.alive = alive
    self.log = log
    self.refusing = refusing
    self.handler = handler
    patience = limits.idleTimeout.nanoseconds &+ limits.headerDeadline.nanoseconds
    judge = RequestGuard(limits: limits)
    writer = ResponseWriter(
      maximumHeaderBytes: limits.maximumHeaderBytes, suspensions: suspensions, timers: timers)
  }

  /// A connection has been accepted.
  func connection(_ handle: OpaquePointer) -> Connection {
    let socket = mhd_shim_socket(handle)
    let arrival =
      arrivals.take(socket)
      ?? IncomingConnection(deadline: System.now() &+ limits.headerDeadline.nanoseconds)
    let record = watchdog.register(socket, arrival)
    let connection = Connection(record, arrival, self, handle: handle, alive: alive)
    record.connection = connection
    return connection
  }

  /// What a connection shows to a client that asks for this host.
  func identity(for host: String?, on connection: Connection) -> TLSIdentity? {
    // GnuTLS may ask more than once in a handshake.
    if let known = connection.identity { return known }
    let identity = https?.identity(host)
    connection.identity = identity
    return identity
  }

  /// A client was shown a certificate, and did not go on.
  func noteDistrust() {
    log(
      "A TLS client saw the certificate and left. If it does not trust the CA: the line about HTTPS at the start of this log names the command that says how it can."
    )
  }

  /// The head is complete. An answer that is queued here ends the connection: nothing behind a bad head is trusted.
  func begin(
    _ connection: Connection, head: inout RequestHead, on handle: OpaquePointer
  ) -> MHD_Result {
    // In this order: `stop` closes first and then waits for what is in flight, so that no answer is cut in two.
    guard connection.record.take(), !closed.load(ordering: .sequentiallyConsistent) else {
      return drop(connection)
    }
    do throws(Rejection) {
      guard !isCrowded else { throw .crowded(limit: connectionLimit) }
      let admitted = try judge.admit(&head, &connection.fields, connection.arrival)
      if admitted.hasBody {
        let end = System.now() &+ limits.bodyDeadline.nanoseconds
        guard connection.record.awaitBody(until: end) else { return drop(connection) }
      }
      connection.isLast = admitted.isLast
      connection.request = admitted.request
      if connection.asksClient {
        var bytes: UnsafePointer<UInt8>?
        let count = mhd_shim_client_certificate(handle, &bytes)
        let certificate = Array(
          UnsafeBufferPointer(start: bytes, count: min(count, Request.mostOfCertificate)))
        connection.request?.clientCertificate = certificate.isEmpty ? nil : certificate
      }
      connection.stage = .body
      return .YES
    } catch {
      return queue(answer(error, connection), to: nil, on: connection, handle, closing: true)
    }
  }

  /// A piece of the body.
  func take(
    _ chunk: UnsafeRawBufferPointer, on connection: Connection, _ handle: OpaquePointer
  ) -> MHD_Result {
    if connection.body.count + chunk.count <= limits.maximumBody {
      connection.body.append(contentsOf: chunk)
      return .YES
    }
    // Only a chunked body gets here, as a Content-Length has been judged before. libmicrohttpd takes no answer in the
    // middle of a body, and the end of this one may never come.
    hangUp(.bodyTooLarge(limits), on: connection, toHEAD: connection.request?.method == .head)
    return drop(connection)
  }

  /// The request is whole.
  func finish(_ connection: Connection, on handle: OpaquePointer) -> MHD_Result {
    // Taken, and not copied: a copy is counted for each string in it.
    guard connection.record.take(), var request = connection.request.take() else {
      return drop(connection)
    }
    if !connection.body.isEmpty {
      swap(&request.body, &connection.body)
    }
    switch handler(request) {
    case .answer(let answer):
      // Before it is held back: a client that leaves meanwhile has not got it.
      connection.observer = answer.observer
      guard answer.delivery.delay > 0, let suspension = suspensions.suspend(handle, else: answer)
      else { return deliver(answer, to: request, on: connection, handle) }
      wait(suspension, for: request, on: connection)
      let due = System.now() &+ UInt64(answer.delivery.delay) &* 1_000_000
      timers.at(due) { suspension.resume(with: answer) }
    case .later(let waiting):
      guard let suspension = suspensions.suspend(handle, isShort: waiting.isShort) else {
        return deliver(answer(.stopping, connection), to: request, on: connection, handle)
      }
      wait(suspension, for: request, on: connection)
      connection.isPromised = true
      waiting.watch { suspension.resume(with: $0) }
    }
    return .YES
  }

  private func wait(_ suspension: Suspension, for request: Request, on connection: Connection) {
    connection.request = request
    connection.suspension = suspension
    connection.stage = .waiting
  }

  /// The wait is over.
  func goOn(_ connection: Connection, on handle: OpaquePointer) -> MHD_Result {
    let answer = connection.suspension?.answer ?? answer(.stopping, connection)
    if connection.isPromised { connection.observer = answer.observer }
    return deliver(answer, to: connection.request, on: connection, handle)
  }

  /// Brings the answer as its delivery says.
  private func deliver(
    _ answer: Answer, to request: Request?, on connection: Connection, _ handle: OpaquePointer
  ) -> MHD_Result {
    switch answer.delivery.ending {
    case .closed: return drop(connection)
    case .reset:
      System.disconnect(connection.record.socket)
      return drop(connection)
    case .whole, .truncated:
      return queue(answer, to: request, on: connection, handle, closing: false)
    }
  }

  /// The request under way, if there is one, has been answered, or never will be.
  func end(_ connection: Connection, normally: Bool) {
    guard connection.stage != .idle else { return }
    if connection.lingers, normally {
      if connection.tls != nil { mhd_shim_tls_bye(connection.handle) }
      watchdog.linger(over: connection.record.socket)
    }
    connection.tell(normally: normally)
    connection.reset()
    // The next request's head is owed, should the connection live on. When the client was dropped, it does not.
    connection.record.awaitHead(until: System.now() &+ patience)
  }

  /// Nearly all connections are taken: better to say so than to let new ones wait in the backlog without a word.
  private var isCrowded: Bool {
    watchdog.openConnections > connectionLimit - min(128, connectionLimit / 8)
  }

  func answer(_ refusal: Rejection, _ connection: Connection) -> Answer {
    refusing(
      refusal.answer, "\(refusal.sentence) (\(refusal.clause))",
      String(decoding: connection.target, as: UTF8.self))
  }

  /// libmicrohttpd closes the connection without a word.
  private func drop(_ connection: Connection) -> MHD_Result {
    connection.stage = .over
    return .NO
  }

  private func queue(
    _ answer: Answer, to request: Request?, on connection: Connection, _ handle: OpaquePointer,
    closing: Bool
  ) -> MHD_Result {
    connection.stage = .over
    // While we stop, a client that keeps its connection busy must not keep us.
    let closing =
      closing || connection.arrival.isForOne || connection.isLast
      || stopping.load(ordering: .relaxed)
    // The client may have sent more, which nobody reads.
    connection.lingers = closing
    do throws(ResponseWriter.Unsendable) {
      return try writer.queue(answer, on: connection, handle, closing: closing)
    } catch {
      // The path without the query: that is where secrets stand.
      let path = request?.target.prefix { $0 != "?" } ?? ""
      let method = request?.method.rawValue ?? ""
      log("The answer \(answer.status.code) to \(method) \(path) cannot be sent: \(error.why)")
      let instead = self.answer(.unsendable(error.why), connection)
      do throws(ResponseWriter.Unsendable) {
        return try writer.queue(instead, on: connection, handle, closing: closing)
      } catch {
        return .NO
      }
    }
  }
}
