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
      access: { context, connection, _, method, version, data, size, slot in
        guard let dispatcher = Callbacks.dispatcher(context), let connection, let method,
          let version, let size,
          let exchange = Callbacks.exchange(slot)
        else { return .NO }
        switch exchange.stage {
        case .line:
          let head = RequestHead(
            connection: connection, method: method, version: version, exchange: exchange)
          return dispatcher.begin(exchange, head: head, on: connection)
        case .body(let request):
          guard size.pointee > 0 else {
            return dispatcher.finish(exchange, request, on: connection)
          }
          let chunk = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
          size.pointee = 0
          return dispatcher.take(chunk, into: exchange)
        case .over:
          return .NO
        }
      },
      uri: { context, uri, connection in
        // A null answer makes the access callback end the request.
        guard let dispatcher = Callbacks.dispatcher(context), let uri, let connection,
          let record = Callbacks.record(mhd_shim_socket_context(connection))
        else { return nil }
        return Unmanaged.passRetained(dispatcher.exchange(for: uri, on: record)).toOpaque()
      },
      completed: { context, _, slot, code in
        guard let dispatcher = Callbacks.dispatcher(context), let pointer = slot?.pointee else {
          return
        }
        slot?.pointee = nil
        dispatcher.end(
          Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue(),
          normally: code == .REQUEST_TERMINATED_COMPLETED_OK)
      },
      connection: { context, connection, slot, code in
        guard let dispatcher = Callbacks.dispatcher(context), let connection, let slot else {
          return
        }
        switch code {
        case .CONNECTION_NOTIFY_STARTED:
          slot.pointee = Unmanaged.passRetained(
            dispatcher.watchdog.register(mhd_shim_socket(connection))
          ).toOpaque()
        case .CONNECTION_NOTIFY_CLOSED:
          guard let pointer = slot.pointee else { return }
          slot.pointee = nil
          dispatcher.watchdog.unregister(
            Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue())
        @unknown default:
          break
        }
      },
      log: { context, line in
        guard let dispatcher = Callbacks.dispatcher(context), let line else { return }
        dispatcher.log("libmicrohttpd: " + String(cString: line))
      })
  }

  private static func dispatcher(_ context: UnsafeMutableRawPointer?) -> Dispatcher? {
    context.map { Unmanaged<Dispatcher>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func exchange(_ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Exchange?
  {
    slot?.pointee.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func record(_ context: UnsafeMutableRawPointer?) -> ConnectionRecord? {
    context.map { Unmanaged<ConnectionRecord>.fromOpaque($0).takeUnretainedValue() }
  }
}
