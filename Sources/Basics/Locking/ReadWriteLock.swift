/// A value that many read at once, and one changes alone.
package final class ReadWriteLock<Value>: @unchecked Sendable {
  @usableFromInline let lock: UnsafeMutablePointer<pthread_rwlock_t>
  @usableFromInline var value: Value

  package init(_ value: sending Value) {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_rwlock_t())
    pthread_rwlock_init(lock, nil)
    self.value = value
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  @inlinable
  package func read<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body(value)
  }

  @inlinable
  package func write<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body(&value)
  }
}
