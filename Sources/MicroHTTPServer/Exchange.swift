import HTTPMessages

/// One request on its way from its first line to the last byte of its answer.
///
/// The URI callback makes it, libmicrohttpd carries it in the request's context pointer, the completion callback
/// releases it: also for requests that end before the handler was ever asked. One thread at a time uses it.
final class Exchange {
  enum Stage {
    /// The request line has been read.
    case line
    /// The head has passed the guard; the body is being gathered.
    case body(Request)
    /// An answer has been queued, or the client has been dropped.
    case over
  }

  let connection: ConnectionRecord
  /// The request target as it stood in the request line, without its NUL.
  let target: [UInt8]
  /// Where C keeps it: only ever compared, never read.
  let targetAddress: UInt

  var stage = Stage.line
  var body: [UInt8] = []
  /// Bytes of the body so far, kept or not.
  var received = 0
  /// Counted in `inFlight`.
  var isInFlight = false
  /// Answered before its body was read: the socket must not be closed under the answer.
  var lingers = false

  private let alive: Counter

  init(connection: ConnectionRecord, target: [UInt8], targetAddress: UInt, alive: Counter) {
    self.connection = connection
    self.target = target
    self.targetAddress = targetAddress
    self.alive = alive
    alive.add(1)
  }

  deinit { alive.add(-1) }
}
