import Synchronization

/// What other threads know of one connection: its socket, whether a request is in flight on it, and until when the
/// client has to deliver what it owes.
///
/// libmicrohttpd's thread arms and disarms; the watchdog's thread expires. Only one of them wins. It is all in one
/// number that belongs to one connection: a count which all threads share would cost more than the rest of this.
final class ConnectionRecord: Sendable {
  let socket: Int32
  let isTLS: Bool
  /// The deadline, whose lowest bit is lent: set, there is a request in flight. No deadline is 0.
  private let state: Atomic<UInt64>

  private static let flight: UInt64 = 1
  private static let expired = UInt64.max

  private let alive: Counter
  /// The thread that serves it.
  let thread = System.thread
  /// To be used on that thread, and until its end is told.
  nonisolated(unsafe) unowned(unsafe) var connection: Connection?

  init(socket: Int32, isTLS: Bool, deadline: UInt64, alive: Counter) {
    self.socket = socket
    self.isTLS = isTLS
    state = Atomic(deadline & ~Self.flight)
    self.alive = alive
    alive.add(1)
  }

  deinit { alive.add(-1) }

  /// A request's head has been read, and no answer to it has been sent yet. One that was dropped is owed none.
  var isInFlight: Bool {
    let state = state.load(ordering: .sequentiallyConsistent)
    return state != Self.expired && state & Self.flight != 0
  }

  /// The client has been dropped.
  var isExpired: Bool { state.load(ordering: .relaxed) == Self.expired }

  /// The client owes us the rest of a head or of a body.
  var isOwed: Bool {
    let state = state.load(ordering: .relaxed)
    return state != Self.expired && state & ~Self.flight != 0
  }

  /// It is our turn: a request is in flight, and the client owes us nothing. False when it has been dropped already.
  func take() -> Bool { set(Self.flight) }

  /// The client owes us the rest of its request until `instant` (of `System.now()`). False as above.
  func awaitBody(until instant: UInt64) -> Bool { set(instant | Self.flight) }

  /// No request is in flight, and the client owes us the next one's head until `instant`.
  func awaitHead(until instant: UInt64) { _ = set(instant & ~Self.flight) }

  private func set(_ value: UInt64) -> Bool {
    let old = state.load(ordering: .relaxed)
    if old == value { return true }
    // Only the watchdog writes beside this thread, and it writes nothing but `expired`.
    return old != Self.expired
      && state.compareExchange(expected: old, desired: value, ordering: .sequentiallyConsistent)
        .exchanged
  }

  /// True for exactly one call, and only after the deadline.
  func expire(at now: UInt64) -> Bool {
    let old = state.load(ordering: .relaxed)
    let due = old & ~Self.flight
    guard old != Self.expired, due != 0, due <= now else { return false }
    return state.compareExchange(
      expected: old, desired: Self.expired, ordering: .acquiringAndReleasing
    ).exchanged
  }
}

/// A counter that several threads share.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)
  var value: Int { number.load(ordering: .sequentiallyConsistent) }
  func add(_ difference: Int) { number.add(difference, ordering: .sequentiallyConsistent) }
}
