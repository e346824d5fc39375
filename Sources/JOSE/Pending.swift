import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value that comes once, from another thread, and that others wait for.
///
/// Not `Synchronization.Mutex`: ThreadSanitizer does not know its futex and reports races inside it that
/// are none.
final class Pending<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value?
  /// Set after the value, which changes no more then: whoever sees it needs no mutex, and keys are asked for at
  /// each signature.
  private let isThere: Atomic<Bool>

  init(_ value: Value? = nil) {
    self.value = value
    isThere = Atomic(value != nil)
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    arrival = .allocate(capacity: 1)
    arrival.initialize(to: pthread_cond_t())
    pthread_cond_init(arrival, nil)
  }

  deinit {
    pthread_cond_destroy(arrival)
    arrival.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// The value if it is there already.
  var current: Value? {
    isThere.load(ordering: .acquiring) ? value : nil
  }

  /// Wakes everybody who waits. Only the first value counts.
  /// - Returns: whether this was it.
  @discardableResult
  func fulfil(_ value: Value) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard self.value == nil else { return false }
    self.value = value
    isThere.store(true, ordering: .releasing)
    pthread_cond_broadcast(arrival)
    return true
  }

  /// The value, as soon as it is there. Holds the thread up until then.
  func wait() -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let value { return value }
      pthread_cond_wait(arrival, mutex)
    }
  }
}
