import Basics
import CMicroHTTPD
import CMicroHTTPDShim

/// Where C calls in. Nothing is decided here: pointers become values, and the dispatcher is asked.
///
/// No force unwrap: a Swift trap in here is the end of the whole server.
enum Callbacks {
  static func table(for dispatcher: Dispatcher) -> mhd_shim_callbacks {
    mhd_shim_callbacks(
      // Unretained: the daemon that owns this table also owns the dispatcher, and outlives its threads.
      context: Unmanaged.passUnretained(dispatcher).toOpaque(),
      access: { context, handle, _, method, version, data, size, _ in
        guard let handle, let method, let version, let size else { return .NO }
        return Callbacks.with(context, handle, else: .NO) { dispatcher, connection in
          switch connection.stage {
          case .line:
            var head = RequestHead(
              handle, method: method, version: version, target: connection.target,
              targetAddress: connection.targetAddress, room: connection.takeRoom())
            let result = dispatcher.begin(connection, head: &head, on: handle)
            connection.putBack(&head.fields)
            return result
          case .body:
            guard size.pointee > 0 else { return dispatcher.finish(connection, on: handle) }
            let chunk = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
            size.pointee = 0
            connection.noteProgress()
            return dispatcher.take(chunk, on: connection, handle)
          case .waiting:
            return dispatcher.goOn(connection, on: handle)
          case .idle, .over:
            return .NO
          }
        }
      },
      uri: { context, uri, handle in
        guard let uri, let handle else { return nil }
        Callbacks.with(context, handle, else: ()) { dispatcher, connection in
          dispatcher.end(connection, normally: false)
          connection.tellRead()
          connection.begin(uri)
          connection.noteProgress()
          dispatcher.look(connection, uri)
          Callbacks.hideQuery(in: uri)
        }
        return nil
      },
      completed: { context, handle, _, code in
        guard let handle else { return }
        Callbacks.with(context, handle, else: ()) { dispatcher, connection in
          dispatcher.end(connection, normally: code == .REQUEST_TERMINATED_COMPLETED_OK)
        }
      },
      connection: { context, handle, slot, code in
        guard let dispatcher = Callbacks.dispatcher(context), let handle, let slot else { return }
        switch code {
        case .CONNECTION_NOTIFY_STARTED:
          let connection = dispatcher.connection(handle)
          slot.pointee = Unmanaged.passRetained(connection).toOpaque()
        case .CONNECTION_NOTIFY_CLOSED:
          guard let pointer = slot.pointee else { return }
          slot.pointee = nil
          let connection = Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue()
          // Scanners come and go without a word: who was shown a certificate and left is news.
          if connection.identity != nil, !connection.hasAgreed { dispatcher.noteDistrust() }
          dispatcher.end(connection, normally: false)
          connection.tellEnd()
          dispatcher.watchdog.unregister(connection.record)
        @unknown default:
          break
        }
      },
      log: { context, line in
        guard let dispatcher = Callbacks.dispatcher(context), let line else { return }
        let text = String(cString: line)
        // So it calls each client that we dropped, and it is no error of anyone's: `Dispatcher.drop`.
        if text.hasPrefix("Application reported internal error") { return }
        // A handshake that failed. An alert may be lost where the socket is closed over what the client still sends.
        if text.hasPrefix("Error: received handshake message out of context") {
          let socket = mhd_shim_tls_alert()
          if socket >= 0 { dispatcher.watchdog.linger(over: socket) }
          return
        }
        if let status = Callbacks.status(refusedBy: text),
          dispatcher.answerInstead(status, isChunk: status == 500 || text.contains("hunk"))
        {
          return
        }
        dispatcher.log("libmicrohttpd: " + Callbacks.withoutTags(text))
      },
      identity: { context, name, asks in
        guard let context else { return nil }
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        let host = name.map { String(cString: $0) }
        let dispatcher = connection.dispatcher
        if dispatcher.https?.asksClient(host) == true {
          connection.asksClient = true
          asks?.pointee = 1
        }
        return dispatcher.identity(for: host, on: connection)?.pointer
      },
      agreed: { context in
        guard let context else { return }
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        connection.hasAgreed = true
        connection.noteProgress()
      })
  }

  /// Ends the target behind its `?`, in place, once we have our copy.
  ///
  /// libmicrohttpd would decode the query into its memory pool, which nobody reads: 64 bytes and more for each
  /// parameter, so that 0.9.75 closes the connection without a word at a query of 3000 short ones. A larger pool
  /// would be paid for by every connection. The bytes are libmicrohttpd's read buffer, hence writable, and it goes on
  /// to write a NUL over the `?` itself.
  private static func hideQuery(in target: UnsafePointer<CChar>) {
    guard let mark = strchr(target, CInt(UInt8(ascii: "?"))) else { return }
    // What is found is no NUL, so the string goes on for one byte at least.
    mark[1] = 0
  }

  /// The status of the page that libmicrohttpd is about to send, if this is what it says.
  private static func status(refusedBy line: String) -> Int? {
    let start = "Error processing request (HTTP response code is "
    guard line.hasPrefix(start) else { return nil }
    return Int(line.dropFirst(start.count).prefix { $0.isNumber })
  }

  private static func dispatcher(_ context: UnsafeMutableRawPointer?) -> Dispatcher? {
    context.map { Unmanaged<Dispatcher>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Both stay alive without us: C keeps the one until the daemon's end, the other until its socket's. Counting
  /// references to the dispatcher would cost each thread the other's cache.
  @inline(__always)
  private static func with<Result>(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer, else missing: Result,
    _ body: (Dispatcher, Connection) -> Result
  ) -> Result {
    guard let context, let connection = mhd_shim_socket_context(handle) else { return missing }
    return Unmanaged<Dispatcher>.fromOpaque(context)._withUnsafeGuaranteedRef { dispatcher in
      Unmanaged<Connection>.fromOpaque(connection)._withUnsafeGuaranteedRef { connection in
        body(dispatcher, connection)
      }
    }
  }

  /// libmicrohttpd quotes the page that it answered with.
  private static func withoutTags(_ line: String) -> String {
    var text = ""
    var isInside = false
    for character in line {
      switch character {
      case "<": isInside = true
      case ">" where isInside:
        isInside = false
        if text.last != " ", text.last != "'" { text.append(" ") }
      default: if !isInside { text.append(character) }
      }
    }
    return text
  }
}
