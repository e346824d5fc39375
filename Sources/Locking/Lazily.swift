import Synchronization

/// A value that is made when something first asks for it, once. Asking for what is made takes no lock.
///
/// Inlinable, as a generic function of another module is slow without it.
public final class Lazily<Value: Sendable>: Sendable {
  @usableFromInline final class Made: Sendable {
    @usableFromInline let value: Value
    @usableFromInline init(_ value: Value) { self.value = value }
  }
  @usableFromInline let made = AtomicLazyReference<Made>()
  @usableFromInline let make: Lock<(@Sendable () -> Value)?>

  public init(_ value: Value) {
    make = Lock(nil)
    _ = made.storeIfNil(Made(value))
  }
  public init(_ make: @escaping @Sendable () -> Value) { self.make = Lock(make) }

  /// Whoever comes while it is being made waits for it.
  @inlinable public var value: Value {
    if let made = made.load() { return made.value }
    return make.withLock { make in
      if let made = made.load() { return made.value }
      guard let maker = make else { preconditionFailure("a value that was made is kept") }
      make = nil
      return made.storeIfNil(Made(maker())).value
    }
  }

  @inlinable public var isMade: Bool { made.load() != nil }
}
