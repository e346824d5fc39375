import Basics

/// SIGTERM and SIGINT, waited for by one thread.
///
/// Held back in every thread from the start and fetched with `sigwait`: a signal that comes early is kept, not lost,
/// and no handler runs between two instructions.
struct StopSignal {
  private var awaited = sigset_t()

  /// Until something is served there is nothing to finish: a signal then ends the process at once, and that is fine.
  static func endAtOnce() {
    for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
  }

  /// Call before the first thread is made: threads inherit what is held back.
  init() {
    sigemptyset(&awaited)
    sigaddset(&awaited, SIGTERM)
    sigaddset(&awaited, SIGINT)
    pthread_sigmask(SIG_BLOCK, &awaited, nil)
  }

  /// Whether one has come, and nobody has waited for it yet.
  static var hasCome: Bool {
    var pending = sigset_t()
    guard sigpending(&pending) == 0 else { return false }
    return sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1
  }

  /// Sends one to this process, as a thread that has nothing left to do.
  static func send() { kill(getpid(), SIGTERM) }

  /// Returns at the first signal. A second one ends the process immediately.
  mutating func wait() {
    var caught: Int32 = 0
    while sigwait(&awaited, &caught) != 0 {}
    signal(SIGTERM, SIG_DFL)
    signal(SIGINT, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
  }
}
