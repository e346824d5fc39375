import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The same work several times at once, each on a thread of its own.
enum Together {
  private final class Work<Value: Sendable>: Sendable {
    let body: @Sendable () throws(Rejection) -> Value
    let results = Mutex<[Result<Value, Rejection>]>([])

    init(_ body: @escaping @Sendable () throws(Rejection) -> Value) { self.body = body }

    func run() {
      let result: Result<Value, Rejection>
      do throws(Rejection) { result = .success(try body()) } catch { result = .failure(error) }
      results.withLock { $0.append(result) }
    }
  }

  /// A thread's start has no generic type.
  private final class Start {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  static func run<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable () throws(Rejection) -> Value
  ) -> [Result<Value, Rejection>] {
    let work = Work(body)
    var threads: [pthread_t] = []
    for _ in 0..<count {
      let start = Unmanaged.passRetained(Start { work.run() })
      #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(
          &thread, nil,
          { pointer in
            Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().run()
            return nil
          }, start.toOpaque())
        if code == 0, let thread { threads.append(thread) } else { start.takeRetainedValue().run() }
      #else
        var thread = pthread_t()
        let code = pthread_create(
          &thread, nil,
          { pointer in
            if let pointer { Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().run() }
            return nil
          }, start.toOpaque())
        if code == 0 { threads.append(thread) } else { start.takeRetainedValue().run() }
      #endif
    }
    for thread in threads { pthread_join(thread, nil) }
    return work.results.withLock { $0 }
  }
}
