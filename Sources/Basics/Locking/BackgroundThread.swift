#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread that nobody waits for: it ends by itself, or with the process.
package enum BackgroundThread {
  /// Runs `body` on a thread of its own, which hears no signals: those are for whoever waits for them.
  /// - Returns: false when the system has no thread to give; then `body` does not run.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    // A thread is born with the mask of its maker. Blocking in the thread itself would leave a gap.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let thread = Thread(body)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    thread?.detach()
    return thread != nil
  }
}
