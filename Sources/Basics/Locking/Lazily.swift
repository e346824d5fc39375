import Synchronization

/// A value that is made once, on first use. Later uses take no lock.
///
/// Inlinable, as a generic function of another module is slow without it.
package final class Lazily<Value: Sendable>: Sendable {
  @usableFromInline final class Made: Sendable {
    @usableFromInline let value: Value
    @usableFromInline init(_ value: Value) { self.value = value }
  }
  @usableFromInline enum State: Sendable {
    case waiting(@Sendable () -> Value)
    case made(Made)
  }
  /// The value for later callers. Callers that come while it is made find it in `state`.
  @usableFromInline let made = AtomicLazyReference<Made>()
  @usableFromInline let state: Lock<State>

  package init(_ value: Value) { state = Lock(.made(made.storeIfNil(Made(value)))) }
  package init(_ make: @escaping @Sendable () -> Value) { state = Lock(.waiting(make)) }

  /// Blocks a caller that comes while another one makes the value.
  @inlinable package var value: Value {
    if let made = made.load() { return made.value }
    return state.withLock { state in
      switch state {
      case .made(let made): return made.value
      case .waiting(let make):
        let kept = made.storeIfNil(Made(make()))
        state = .made(kept)
        return kept.value
      }
    }
  }

  @inlinable package var isMade: Bool { made.load() != nil }
}
