import CMicroHTTPD
import HTTPMessages
import HTTPTypes
import Synchronization

/// Carries each request through its stages: head, body, answer, end. Called on libmicrohttpd's threads.
final class Dispatcher: Sendable {
  let limits: MicroHTTPServer.Limits
  /// On each address.
  let connectionLimit: Int
  let watchdog: Watchdog
  let log: @Sendable (String) -> Void
  let inFlight = Counter()
  /// Answers end their connections.
  let stopping = Atomic<Bool>(false)
  /// No request is answered any more.
  let closed = Atomic<Bool>(false)
  private let alive: Counter
  private let handler: @Sendable (Request) -> Reply
  private let refusing: MicroHTTPServer.Refusing
  let suspensions = SuspensionBook()
  let timers = Timers()

  init(
    limits: MicroHTTPServer.Limits,
    connectionLimit: Int,
    watchdog: Watchdog,
    alive: Counter,
    log: @escaping @Sendable (String) -> Void,
    refusing: @escaping MicroHTTPServer.Refusing,
    handler: @escaping @Sendable (Request) -> Reply
  ) {
    self.limits = limits
    self.connectionLimit = connectionLimit
    self.watchdog = watchdog
    self.alive = alive
    self.log = log
    self.refusing = refusing
    self.handler = handler
  }

  /// The request line has been read, and nothing else yet.
  ///
  /// This is the only place where the target is whole: libmicrohttpd goes on to decode it in place, which loses
  /// `+`, the order of parameters and all that follows `%00`.
  func exchange(for target: UnsafePointer<CChar>, on record: ConnectionRecord) -> Exchange {
    Exchange(
      record: record, target: target.bytes, targetAddress: UInt(bitPattern: target),
      alive: alive)
  }

  /// The head is complete. An answer that is queued here ends the connection: nothing behind a bad head is trusted.
  func begin(_ exchange: Exchange, head: RequestHead, on handle: OpaquePointer) -> MHD_Result {
    exchange.isInFlight = true
    inFlight.add(1)
    // In this order: `stop` closes first and then waits for what is in flight, so that no answer is cut in two.
    guard !closed.load(ordering: .sequentiallyConsistent), exchange.record.disarm() else {
      return drop(exchange)
    }
    do throws(Refusal) {
      guard !isCrowded else { throw .crowded(limit: connectionLimit) }
      let admitted = try RequestGuard(limits: limits).admit(head)
      if admitted.hasBody {
        let end = System.now() &+ limits.bodyDeadline.nanoseconds
        guard exchange.record.arm(until: end) else { return drop(exchange) }
      }
      exchange.stage = .body(admitted.request)
      return .YES
    } catch {
      exchange.lingers = true
      return queue(answer(error, exchange), for: exchange, on: handle, closing: true)
    }
  }

  /// A piece of the body.
  func take(_ chunk: UnsafeRawBufferPointer, into exchange: Exchange) -> MHD_Result {
    exchange.received += chunk.count
    if exchange.received <= limits.maximumBody {
      exchange.body.append(contentsOf: chunk)
      return .YES
    }
    // Only a chunked body gets here, as a Content-Length has been judged before. libmicrohttpd cannot answer in
    // the middle of a body, so the rest is read and forgotten, and answered at its end if that comes in time.
    exchange.body = []
    return exchange.received <= limits.maximumBody + limits.maximumDiscard ? .YES : drop(exchange)
  }

  /// The request is whole.
  func finish(_ exchange: Exchange, _ request: Request, on handle: OpaquePointer) -> MHD_Result {
    guard exchange.record.disarm() else { return drop(exchange) }
    guard exchange.received <= limits.maximumBody else {
      return queue(
        answer(.bodyTooLarge(limits), exchange), for: exchange, on: handle, closing: true)
    }
    var request = request
    request.body = exchange.body
    exchange.body = []
    switch handler(request) {
    case .answer(let answer):
      guard answer.delivery.delay > 0, let suspension = suspensions.suspend(handle, else: answer)
      else { return deliver(answer, to: request, for: exchange, on: handle) }
      exchange.stage = .waiting(request, suspension)
      let due = System.now() &+ UInt64(answer.delivery.delay) &* 1_000_000
      timers.at(due) { suspension.resume(with: answer) }
    case .later(let waiting):
      guard let suspension = suspensions.suspend(handle) else {
        return deliver(answer(.stopping, exchange), to: request, for: exchange, on: handle)
      }
      exchange.stage = .waiting(request, suspension)
      waiting.watch { suspension.resume(with: $0) }
    }
    return .YES
  }

  /// The wait is over.
  func goOn(
    _ exchange: Exchange, _ request: Request, _ suspension: Suspension, on handle: OpaquePointer
  ) -> MHD_Result {
    deliver(
      suspension.answer ?? answer(.stopping, exchange), to: request, for: exchange, on: handle)
  }

  /// Brings the answer as its delivery says.
  private func deliver(
    _ answer: Answer, to request: Request, for exchange: Exchange, on handle: OpaquePointer
  ) -> MHD_Result {
    switch answer.delivery.ending {
    case .closed: return drop(exchange)
    case .reset:
      System.disconnect(exchange.record.socket)
      return drop(exchange)
    case .whole, .truncated: return queue(answer, to: request, for: exchange, on: handle)
    }
  }

  /// The request under way, if there is one, has been answered, or never will be.
  func end(_ connection: Connection, normally: Bool) {
    guard let exchange = connection.exchange else { return }
    connection.exchange = nil
    if exchange.lingers, normally { watchdog.linger(over: connection.record.socket) }
    // The next request's head is owed, should the connection live on. When the client was dropped, it does not.
    let wait = limits.idleTimeout.nanoseconds &+ limits.headerDeadline.nanoseconds
    _ = connection.record.arm(until: System.now() &+ wait)
    if exchange.isInFlight { inFlight.add(-1) }
  }

  /// Nearly all connections are taken: better to say so than to let new ones wait in the backlog without a word.
  private var isCrowded: Bool {
    watchdog.openConnections > connectionLimit - min(128, connectionLimit / 8)
  }

  private func answer(_ refusal: Refusal, _ exchange: Exchange) -> Answer {
    refusing(
      refusal.answer, "\(refusal.sentence) (\(refusal.clause))",
      String(decoding: exchange.target, as: UTF8.self))
  }

  /// libmicrohttpd closes the connection without a word.
  private func drop(_ exchange: Exchange) -> MHD_Result {
    exchange.stage = .over
    return .NO
  }

  private func queue(
    _ answer: Answer, to request: Request? = nil, for exchange: Exchange,
    on handle: OpaquePointer,
    closing: Bool = false
  ) -> MHD_Result {
    exchange.stage = .over
    // While we stop, a client that keeps its connection busy must not keep us.
    let closing = closing || stopping.load(ordering: .relaxed)
    let writer = ResponseWriter(
      maximumHeaderBytes: limits.maximumHeaderBytes, suspensions: suspensions, timers: timers)
    do throws(ResponseWriter.Unsendable) {
      return try writer.queue(answer, on: handle, closing: closing)
    } catch {
      // The path without the query: that is where secrets stand.
      let path = request?.target.prefix { $0 != "?" } ?? ""
      log(
        "The answer \(answer.status.code) to \(request?.method.rawValue ?? "") \(path) cannot be sent: \(error.why)"
      )
      let instead = self.answer(.unsendable(error.why), exchange)
      do throws(ResponseWriter.Unsendable) {
        return try writer.queue(instead, on: handle, closing: closing)
      } catch {
        return .NO
      }
    }
  }
}
