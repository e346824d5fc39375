/// A joinable thread, without Foundation.
package struct Thread: @unchecked Sendable {
  private let handle: pthread_t

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread; nil if the system cannot start one.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    // The start routine's parameter is optional on Linux and not on Darwin; the new thread's handle is the reverse.
    #if canImport(Darwin)
      var created: pthread_t?
      let result = pthread_create(&created, nil, { Self.run($0) }, work.toOpaque())
    #else
      var created = pthread_t()
      let result = pthread_create(&created, nil, { Self.run($0) }, work.toOpaque())
    #endif
    let thread: pthread_t? = created
    guard result == 0, let thread else {
      work.release()
      return nil
    }
    handle = thread
  }

  package func join() { pthread_join(handle, nil) }
  /// Call it once, instead of `join`.
  func detach() { pthread_detach(handle) }

  private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }
}

/// A detached thread: it ends by itself, or with the process.
package enum BackgroundThread {
  /// Runs `body` on a new thread with all signals blocked, so that the threads that wait for signals get them.
  /// - Returns: false if the system cannot start a thread; then `body` does not run.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    // A thread inherits the signal mask of its creator. Blocking signals in the thread itself would leave a gap.
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

/// Work that is spread over two threads.
package enum Parallel {
  /// The results in the order of the items; `body` runs on this thread and on one more.
  package static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let next = Lock(0)
    let results = Lock([Int: Result]())
    let work: @Sendable () -> Void = {
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard items.indices.contains(index) else { return }
        let result = body(items[index])
        results.withLock { $0[index] = result }
      }
    }
    let helper = items.count > 1 ? Thread(work) : nil
    work()
    helper?.join()
    return results.withLock { results in items.indices.compactMap { results[$0] } }
  }
}
