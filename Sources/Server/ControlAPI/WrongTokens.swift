import Basics

/// Slows down guesses at the control token: after a few, refusals are sent at a fixed pace to all callers.
///
/// It keeps one instant. Right tokens never come here, so nobody can lock their holder out.
final class WrongTokens: Sendable {
  /// Refusals that leave at once.
  static let free = 5
  /// Milliseconds between refusals after these.
  static let pace = 500
  /// Refusals that may wait. Each holds a connection, so the connection of a further guess is closed instead.
  static let mostWaiting = 20

  /// When the refusals so far would all have left at this pace, in milliseconds since 1970.
  private let end = Lock(0)

  /// How the refusal of one more wrong token is delivered.
  /// - Parameter now: the wall clock, in seconds since 1970.
  func delivery(at now: Int) -> Delivery {
    let now = now * 1_000
    let most = (Self.free + Self.mostWaiting) * Self.pace
    return end.withLock { end in
      // A clock that was set back must not make anybody wait for the old time.
      let next = min(max(end, now), now + most) + Self.pace
      guard next <= now + most else { return Delivery(ending: .closed) }
      end = next
      return Delivery(delay: max(0, next - now - Self.free * Self.pace))
    }
  }
}
