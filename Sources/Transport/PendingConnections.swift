import Basics

/// Accepted connections that have not yet sent enough bytes to choose a listener for them.
///
/// Their bytes are peeked at and stay in the socket, so libmicrohttpd still reads all of them. Only the acceptor's thread
/// uses this.
struct PendingConnections {
  struct Guest {
    var door: ListenerKind
    let address: SocketAddress
    /// The time by which enough bytes must have come, in nanoseconds of `System.now()`.
    var deadline: UInt64
    /// How many bytes the last look found.
    var seen = 0
  }

  private var guests: [Int32: Guest] = [:]
  /// In the order of deadlines. A connection that has left stays here until its deadline.
  private var order: [(deadline: UInt64, socket: Int32)] = []
  private var first = 0

  subscript(socket: Int32) -> Guest? { guests[socket] }

  var sockets: [Int32] { Array(guests.keys) }

  /// The next deadline, if a connection waits.
  var next: UInt64? { first < order.count ? order[first].deadline : nil }

  mutating func place(_ guest: Guest, _ socket: Int32) {
    guests[socket] = guest
    order.append((guest.deadline, socket))
  }

  mutating func note(_ seen: Int, _ socket: Int32) { guests[socket]?.seen = seen }

  mutating func remove(_ socket: Int32) -> Guest? { guests.removeValue(forKey: socket) }

  /// The connections whose deadline has passed.
  mutating func late(at now: UInt64) -> [Int32] {
    var late: [Int32] = []
    while first < order.count, order[first].deadline <= now {
      let (deadline, socket) = order[first]
      // The descriptor may belong to a newer connection by now, or the deadline may have moved.
      if guests[socket]?.deadline == deadline { late.append(socket) }
      first += 1
    }
    if first > 1024 || first == order.count {
      order.removeFirst(first)
      first = 0
    }
    return late
  }
}

/// Facts about a connection that libmicrohttpd has not accepted yet.
struct IncomingConnection: Sendable {
  var isTLS = false
  /// The connection carries one request only: the next could be for another host.
  var isForOne = false
  /// The peer is a trusted proxy, whose fields may name the client's scheme.
  var isTrusted = false
  /// The deadline of the first head, in nanoseconds of `System.now()`.
  var deadline: UInt64
}

/// Connections on their way to a thread of libmicrohttpd, by descriptor.
final class Arrivals: Sendable {
  private let known = Lock<[Int32: IncomingConnection]>([:])

  func note(_ arrival: IncomingConnection, on socket: Int32) {
    known.withLock { $0[socket] = arrival }
  }
  func take(_ socket: Int32) -> IncomingConnection? {
    known.withLock { $0.removeValue(forKey: socket) }
  }
}

/// The protocol that a listening socket expects.
enum ListenerKind: Sendable {
  case plain
  case tls
  case proxy
  /// In a tunnel of the proxy: HTTP or TLS, as the first byte says.
  case tunnel
}
