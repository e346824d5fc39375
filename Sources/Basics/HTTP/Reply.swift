/// The result of handling a request: an answer, or the promise of one.
package enum Reply: Sendable {
  case answer(Answer)
  /// No thread waits meanwhile. The handler limits the time.
  case later(Waiting)
}

/// A promise of an answer. Any thread may finish it; only the first answer counts.
package final class Waiting: Sendable {
  private enum State: Sendable {
    case open
    case answered(Answer)
    case watched(@Sendable (Answer) -> Void)
    case over
  }
  private let state = Lock(State.open)
  /// Whether the answer comes in a moment, so that a server which stops should send it.
  package let isShort: Bool

  package init(isShort: Bool = false) { self.isShort = isShort }

  /// The answer, if it is there already. Call this instead of `watch`.
  package var reply: Reply {
    state.withLock { state in
      guard case .answered(let answer) = state else { return .later(self) }
      state = .over
      return .answer(answer)
    }
  }

  package func finish(_ answer: Answer) {
    let watcher = state.withLock { state -> (@Sendable (Answer) -> Void)? in
      switch state {
      case .open:
        state = .answered(answer)
        return nil
      case .watched(let watcher):
        state = .over
        return watcher
      case .answered, .over: return nil
      }
    }
    watcher?(answer)
  }

  /// Whether an answer has been given: no other one is needed.
  package var isOver: Bool {
    state.withLock { state in
      switch state {
      case .open, .watched: false
      case .answered, .over: true
      }
    }
  }

  /// Calls `watcher` with the answer, immediately if it is there already. Call this once.
  package func watch(_ watcher: @escaping @Sendable (Answer) -> Void) {
    let answer = state.withLock { state -> Answer? in
      if case .answered(let answer) = state {
        state = .over
        return answer
      }
      state = .watched(watcher)
      return nil
    }
    if let answer { watcher(answer) }
  }
}
