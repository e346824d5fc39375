#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A joinable thread, without Foundation.
package struct Thread: @unchecked Sendable {
  private let handle: pthread_t

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a thread of its own; nil when the system has none to give.
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
  /// Instead of `join`, once: nobody waits for it.
  func detach() { pthread_detach(handle) }

  private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }
}
