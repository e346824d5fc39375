import Basics
import CMicroHTTPD
import HTTPTypes

// Refusals while libmicrohttpd still reads the request, and would take no answer from us.
extension Dispatcher {
  /// The request line has been read. A bad head is refused now, as the library may refuse it in words of its own, or
  /// read a request behind it.
  func look(_ connection: Connection, _ target: UnsafePointer<CChar>) {
    guard RequestHead.keepsPlaces else { return }
    var room = connection.takeRoom()
    defer { connection.putBack(&room) }
    do throws(Rejection) {
      try judge.look(at: connection.unread(behind: target), &connection.fields, room: &room)
      connection.locatePool()
      if connection.fields.size != nil, connection.fields.hasCookies { hideCookies(connection) }
    } catch {
      hangUp(error, on: connection, toHEAD: connection.isHead(at: target))
    }
  }

  /// libmicrohttpd would keep a record of each cookie, which nobody reads, and has no room for more than some hundreds.
  /// It looks at the first field of the name alone.
  private func hideCookies(_ connection: Connection) {
    let name: StaticString = "Cookie"
    let value: StaticString = ""
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount) { name in
      value.utf8Start.withMemoryRebound(to: CChar.self, capacity: 1) { value in
        _ = MHD_set_connection_value(connection.handle, .HEADER_KIND, name, value)
      }
    }
  }

  /// libmicrohttpd is about to refuse a request by a page of its own. It does not say whose: we answer if only one
  /// client of this thread owes anything.
  /// - Parameter isChunk: certain to be about a body.
  func answerInstead(_ status: Int, isChunk: Bool) -> Bool {
    guard
      let record = watchdog.debtor(
        onThread: System.thread, isChunk: isChunk, isLong: status == 500),
      let connection = record.connection, connection.tls == nil || connection.hasAgreed
    else { return false }
    let isHead = connection.request?.method == .head
    let inBody = connection.stage == .body
    return hangUp(.unreadable(status, inBody: inBody, limits), on: connection, toHEAD: isHead)
  }

  /// Refuses a request while the library reads it, and takes no answer: nothing of its own is on its way then. (Taking our
  /// turn keeps the watchdog from speaking too.) False where the watchdog has spoken.
  @discardableResult
  func hangUp(_ refusal: Rejection, on connection: Connection, toHEAD: Bool) -> Bool {
    defer { if connection.stage != .idle { connection.stage = .over } }
    guard connection.record.take() else { return false }
    let word =
      LastWord(answer(refusal, connection), toHEAD: toHEAD)
      ?? LastWord(refusal.answer, toHEAD: toHEAD)
    word?.send(on: connection.handle, connection)
    watchdog.linger(over: connection.record.socket)
    // The library may still wait for more.
    connection.record.awaitHead(until: System.now() &+ Watchdog.lingering)
    return true
  }
}
