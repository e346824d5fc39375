import Basics

/// The process that has started this one.
///
/// Looked at from time to time: the signal that Linux can send at a parent's end is sent when the *thread* ends that made the
/// child, and other systems have none. A process without its parent gets another one on every system.
struct ParentProcess {
  /// The time between two looks, in microseconds.
  private static let pause: UInt32 = 100_000

  private let id = getppid()

  /// Has a thread call `act` when the parent has ended.
  func whenEnded(_ act: @escaping @Sendable () -> Void) throws(Failure) {
    guard id != 0 else {
      throw Failure(
        text:
          "--exit-with-parent: no process started this one, or one of another PID namespace, whose end can't be seen; leave the option out"
      )
    }
    let id = id
    let isWatched = BackgroundThread.run {
      while getppid() == id { usleep(Self.pause) }
      act()
    }
    guard isWatched else { throw Failure(text: "error: the system can't start a thread") }
  }
}
