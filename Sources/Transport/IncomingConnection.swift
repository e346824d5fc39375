import Basics

/// What is known of a connection before libmicrohttpd has it.
struct IncomingConnection: Sendable {
  var isTLS = false
  /// It may be used for one request: the next might be for another host.
  var isForOne = false
  /// What stands in front may say by which scheme the client came.
  var isTrusted = false
  /// Until when the first head is owed, in nanoseconds of `System.now()`.
  var deadline: UInt64
}

/// The arrivals that are on their way to a thread of libmicrohttpd's, by descriptor.
final class Arrivals: Sendable {
  private let known = Lock<[Int32: IncomingConnection]>([:])

  func note(_ arrival: IncomingConnection, on socket: Int32) {
    known.withLock { $0[socket] = arrival }
  }
  func take(_ socket: Int32) -> IncomingConnection? {
    known.withLock { $0.removeValue(forKey: socket) }
  }
}
