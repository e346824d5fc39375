import Synchronization

/// What the watchdog knows of one connection: its socket, and until when the client has to deliver what it owes.
///
/// libmicrohttpd's thread arms and disarms; the watchdog's thread expires. Only one of them wins.
final class ConnectionRecord: Sendable {
  let socket: Int32
  private let deadline: Atomic<UInt64>

  private static let none: UInt64 = 0
  private static let expired = UInt64.max

  private let alive: Counter

  init(socket: Int32, deadline: UInt64, alive: Counter) {
    self.socket = socket
    self.deadline = Atomic(deadline)
    self.alive = alive
    alive.add(1)
  }

  deinit { alive.add(-1) }

  /// The client owes us something until `instant` (of `System.now()`). False when it has been dropped already.
  func arm(until instant: UInt64) -> Bool { set(instant) }

  /// The client owes us nothing; it is our turn. False when it has been dropped already.
  func disarm() -> Bool { set(Self.none) }

  private func set(_ value: UInt64) -> Bool {
    let old = deadline.load(ordering: .relaxed)
    // Only the watchdog writes beside this thread, and it writes nothing but `expired`.
    return old != Self.expired
      && deadline.compareExchange(expected: old, desired: value, ordering: .acquiringAndReleasing)
        .exchanged
  }

  /// True for exactly one call, and only after the deadline.
  func expire(at now: UInt64) -> Bool {
    let due = deadline.load(ordering: .relaxed)
    guard due != Self.none, due != Self.expired, due <= now else { return false }
    return deadline.compareExchange(
      expected: due, desired: Self.expired, ordering: .acquiringAndReleasing
    ).exchanged
  }
}
