/// A promise of an answer. It may be kept on any thread; only the first answer counts.
package final class Waiting: Sendable {
  private enum State: Sendable {
    case open
    case answered(Answer)
    case watched(@Sendable (Answer) -> Void)
    case over
  }
  private let state = Lock(State.open)

  package init() {}

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

  /// There is an answer, or there was: whoever was to make one need not.
  package var isOver: Bool {
    state.withLock { state in
      switch state {
      case .open, .watched: false
      case .answered, .over: true
      }
    }
  }

  /// To be called once: `watcher` gets the answer, at once if it is there already.
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
