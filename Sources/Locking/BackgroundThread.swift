#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread that nobody waits for: it ends by itself, or with the process.
public enum BackgroundThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a thread of its own, which hears no signals: those are for whoever waits for them.
  /// - Returns: false when the system has no thread to give; then `body` does not run.
  public static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    // A thread is born with the mask of its maker. Blocking in the thread itself would leave a gap.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let isRunning = create(body)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return isRunning
  }

  private static func create(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    // The start routine's parameter is optional on Linux and not on Darwin; the new thread's handle is
    // the reverse.
    #if canImport(Darwin)
      var created: pthread_t?
      let result = pthread_create(&created, nil, { Self.start($0) }, work.toOpaque())
    #else
      var created = pthread_t()
      let result = pthread_create(&created, nil, { Self.start($0) }, work.toOpaque())
    #endif
    let thread: pthread_t? = created
    guard result == 0, let thread else {
      work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private static func start(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }
}
