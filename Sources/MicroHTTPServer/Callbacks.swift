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
        guard let dispatcher = Callbacks.dispatcher(context), let handle, let method, let version,
          let size, let exchange = Callbacks.connection(handle)?.exchange
        else { return .NO }
        switch exchange.stage {
        case .line:
          let head = RequestHead(handle, method: method, version: version, exchange: exchange)
          return dispatcher.begin(exchange, head: head, on: handle)
        case .body(let request):
          guard size.pointee > 0 else { return dispatcher.finish(exchange, request, on: handle) }
          let chunk = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
          size.pointee = 0
          return dispatcher.take(chunk, into: exchange)
        case .waiting(let request, let suspension):
          return dispatcher.goOn(exchange, request, suspension, on: handle)
        case .over:
          return .NO
        }
      },
      uri: { context, uri, handle in
        guard let dispatcher = Callbacks.dispatcher(context), let uri, let handle,
          let connection = Callbacks.connection(handle)
        else { return nil }
        dispatcher.end(connection, normally: false)
        connection.exchange = dispatcher.exchange(for: uri, on: connection.record)
        Callbacks.hideQuery(in: uri)
        return nil
      },
      completed: { context, handle, _, code in
        guard let dispatcher = Callbacks.dispatcher(context), let handle,
          let connection = Callbacks.connection(handle)
        else { return }
        dispatcher.end(connection, normally: code == .REQUEST_TERMINATED_COMPLETED_OK)
      },
      connection: { context, handle, slot, code in
        guard let dispatcher = Callbacks.dispatcher(context), let handle, let slot else { return }
        switch code {
        case .CONNECTION_NOTIFY_STARTED:
          let record = dispatcher.watchdog.register(mhd_shim_socket(handle))
          slot.pointee = Unmanaged.passRetained(Connection(record)).toOpaque()
        case .CONNECTION_NOTIFY_CLOSED:
          guard let pointer = slot.pointee else { return }
          slot.pointee = nil
          let connection = Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue()
          dispatcher.end(connection, normally: false)
          dispatcher.watchdog.unregister(connection.record)
        @unknown default:
          break
        }
      },
      log: { context, line in
        guard let dispatcher = Callbacks.dispatcher(context), let line else { return }
        dispatcher.log("libmicrohttpd: " + Callbacks.withoutTags(String(cString: line)))
      })
  }

  /// Ends the target behind its `?`, in place, once we have our copy.
  ///
  /// libmicrohttpd would decode the query into its memory pool, which nobody reads: 64 bytes and more for each
  /// parameter, so that 0.9.75 closes the connection without a word at a query of 3000 short ones. A larger pool
  /// would be paid for by every connection. The bytes are libmicrohttpd's read buffer, hence writable, and it goes on
  /// to write a NUL over the `?` itself.
  private static func hideQuery(in target: UnsafePointer<CChar>) {
    let bytes = UnsafeMutablePointer(mutating: target)
    var index = 0
    while bytes[index] != 0, bytes[index] != CChar(bitPattern: UInt8(ascii: "?")) { index += 1 }
    if bytes[index] != 0 { bytes[index + 1] = 0 }
  }

  private static func dispatcher(_ context: UnsafeMutableRawPointer?) -> Dispatcher? {
    context.map { Unmanaged<Dispatcher>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func connection(_ handle: OpaquePointer) -> Connection? {
    mhd_shim_socket_context(handle).map {
      Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
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
