import HTTPMessages

/// One request on its way from its first line to the last byte of its answer.
///
/// Its connection owns it, also while the handler has not been asked and if it never is. One thread at a time uses it.
final class Exchange {
  enum Stage {
    /// The request line has been read.
    case line
    /// The head has passed the guard; the body is being gathered.
    case body(Request)
    /// The connection is suspended until the answer is due.
    case waiting(Request, Suspension)
    /// An answer has been queued, or the client has been dropped.
    case over
  }

  let record: ConnectionRecord
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

  init(record: ConnectionRecord, target: [UInt8], targetAddress: UInt, alive: Counter) {
    self.record = record
    self.target = target
    self.targetAddress = targetAddress
    self.alive = alive
    alive.add(1)
  }

  deinit { alive.add(-1) }
}
