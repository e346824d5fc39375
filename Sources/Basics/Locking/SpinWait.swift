import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How a lock that is taken is waited for: awake, for a while.
///
/// What is done under a lock here takes a few microseconds. Going to sleep takes as long, and being woken costs whoever
/// holds the lock a system call: two threads that did so were slower together than one alone.
@usableFromInline
enum SpinWait {
  /// Where there is one processor, nobody can give the lock back while we look.
  private static let mayPay = sysconf(CInt(_SC_NPROCESSORS_ONLN)) > 1
  /// Together about a tenth of a millisecond: whoever holds a lock for longer has been put aside by the system.
  private static let looks = 2000
  private static let pauses = 100

  private static let word = Atomic<Int>(0)

  @usableFromInline
  static func wait(for mutex: UnsafeMutablePointer<pthread_mutex_t>) {
    if mayPay {
      for _ in 0..<looks {
        // Each look takes the lock's memory away from its holder: so not too often.
        for _ in 0..<pauses { _ = word.load(ordering: .relaxed) }
        if pthread_mutex_trylock(mutex) == 0 { return }
      }
    }
    pthread_mutex_lock(mutex)
  }
}
