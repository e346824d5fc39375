import Synchronization

/// A value behind a pthread mutex.
///
/// Inlinable, as a generic function of another module is slow without it.
///
/// The value must not be a function, nor an optional function: `withLock` would wrap it in one more thunk with each call,
/// and calling it would overflow the stack in the end. Put it into a struct. Debug builds check this.
///
/// Not `Synchronization.Mutex`: ThreadSanitizer does not know its futex and reports false races inside it.
package final class Lock<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  package init(_ value: sending Value) {
    assert(
      !Self.holdsFunction,
      "a lock of a function grows with each use: put the function into a struct")
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = value
  }

  /// The type's name tells: functions have no common supertype.
  static var holdsFunction: Bool {
    var type: Any.Type = Value.self
    while let optional = type as? any OptionalType.Type { type = optional.wrapped }
    return String(describing: type).contains(" -> ")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  @inlinable
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    if pthread_mutex_trylock(mutex) != 0 { SpinWait.wait(for: mutex) }
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

extension Lock where Value == Void {
  /// Holds the lock until `release`, on the same thread: for functions with typed throws, which closures lose.
  @inlinable
  package func acquire() -> Holder {
    pthread_mutex_lock(mutex)
    return Holder(mutex: mutex)
  }

  package struct Holder {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    init(mutex: UnsafeMutablePointer<pthread_mutex_t>) { self.mutex = mutex }

    @inlinable
    package func release() { pthread_mutex_unlock(mutex) }
  }
}

private protocol OptionalType { static var wrapped: Any.Type { get } }
extension Optional: OptionalType { fileprivate static var wrapped: Any.Type { Wrapped.self } }

/// Waits for a taken lock awake, for a while.
///
/// The work under a lock takes a few microseconds here. Going to sleep takes as long, and waking a thread costs the
/// lock's holder a system call: two threads that slept were slower together than one alone.
@usableFromInline
enum SpinWait {
  /// On one processor, no thread can release the lock while this one spins.
  private static let mayPay = sysconf(CInt(_SC_NPROCESSORS_ONLN)) > 1
  /// Together about a tenth of a millisecond: a thread that holds a lock for longer has been preempted.
  private static let looks = 2000
  private static let pauses = 100

  private static let word = Atomic<Int>(0)

  @usableFromInline
  static func wait(for mutex: UnsafeMutablePointer<pthread_mutex_t>) {
    if mayPay {
      for _ in 0..<looks {
        // Each look takes the lock's cache line away from its holder, so looks are rare.
        for _ in 0..<pauses { _ = word.load(ordering: .relaxed) }
        if pthread_mutex_trylock(mutex) == 0 { return }
      }
    }
    pthread_mutex_lock(mutex)
  }
}
