/// A value that is made when something first asks for it, once.
public final class Lazily<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case waiting(@Sendable () -> Value)
    case made(Value)
  }
  private let state: Lock<State>

  public init(_ value: Value) { state = Lock(.made(value)) }
  public init(_ make: @escaping @Sendable () -> Value) { state = Lock(.waiting(make)) }

  /// Whoever comes while it is being made waits for it.
  public var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .waiting(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }

  public var isMade: Bool {
    state.withLock { if case .made = $0 { true } else { false } }
  }
}
