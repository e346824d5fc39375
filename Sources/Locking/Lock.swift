#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value behind a pthread mutex.
///
/// Inlinable, as a generic function of another module is slow without it.
///
/// Not `Synchronization.Mutex`: ThreadSanitizer does not know its futex and reports races inside it that are none.
public final class Lock<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  public init(_ value: sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  @inlinable
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    if pthread_mutex_trylock(mutex) != 0 { Patience.wait(for: mutex) }
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

extension Lock where Value == Void {
  /// Holds the lock until `release`, on the same thread: for functions with typed throws, which closures lose.
  @inlinable
  public func acquire() -> Holder {
    pthread_mutex_lock(mutex)
    return Holder(mutex: mutex)
  }

  public struct Holder {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    init(mutex: UnsafeMutablePointer<pthread_mutex_t>) { self.mutex = mutex }

    @inlinable
    public func release() { pthread_mutex_unlock(mutex) }
  }
}
