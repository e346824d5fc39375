/// Connections that have been accepted and have said nothing yet, or not enough to know whom they are for.
///
/// Their bytes are looked at and left where they are: libmicrohttpd gets the connection as if nobody had. Used by the
/// acceptor's thread alone.
struct PendingConnections {
  struct Guest {
    var door: ListenerKind
    let address: SocketAddress
    /// Until when enough must have come, in nanoseconds of `System.now()`.
    var deadline: UInt64
    /// How many bytes the last look found.
    var seen = 0
  }

  private var guests: [Int32: Guest] = [:]
  /// By deadline, as each is given the same time. Who has gone on stays here until his time has come.
  private var order: [(deadline: UInt64, socket: Int32)] = []
  private var first = 0

  subscript(socket: Int32) -> Guest? { guests[socket] }

  var sockets: [Int32] { Array(guests.keys) }

  /// When somebody's time is over, if somebody waits.
  var next: UInt64? { first < order.count ? order[first].deadline : nil }

  mutating func place(_ guest: Guest, _ socket: Int32) {
    guests[socket] = guest
    order.append((guest.deadline, socket))
  }

  mutating func note(_ seen: Int, _ socket: Int32) { guests[socket]?.seen = seen }

  mutating func remove(_ socket: Int32) -> Guest? { guests.removeValue(forKey: socket) }

  /// The guests whose time is over.
  mutating func late(at now: UInt64) -> [Int32] {
    var late: [Int32] = []
    while first < order.count, order[first].deadline <= now {
      let (deadline, socket) = order[first]
      // The number may be another guest's by now, or the guest may have been given more time.
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
