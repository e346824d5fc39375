import Synchronization

/// A value that is made when something first asks for it, once. Asking for what is made takes no lock.
public final class Lazily<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
  private let made = AtomicLazyReference<Made>()
  private let make: Lock<(@Sendable () -> Value)?>

  public init(_ value: Value) {
    make = Lock(nil)
    _ = made.storeIfNil(Made(value))
  }
  public init(_ make: @escaping @Sendable () -> Value) { self.make = Lock(make) }

  /// Whoever comes while it is being made waits for it.
  public var value: Value {
    if let made = made.load() { return made.value }
    return make.withLock { make in
      if let made = made.load() { return made.value }
      guard let maker = make else { preconditionFailure("a value that was made is kept") }
      make = nil
      return made.storeIfNil(Made(maker())).value
    }
  }

  public var isMade: Bool { made.load() != nil }
}
