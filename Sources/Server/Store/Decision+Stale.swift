import Basics
import Engine

extension Reply {
  /// The reply from a state that may lack what other servers have done.
  var markedStale: Reply {
    @Sendable func marked(_ answer: Answer) -> Answer {
      var answer = answer
      answer.headers.append(.understudyStore, "stale")
      return answer
    }
    switch self {
    case .answer(let answer): return .answer(marked(answer))
    case .later(let waiting):
      // Who gives up is noticed when the answer comes: the wait itself has an end.
      let later = Waiting()
      waiting.watch { later.finish(marked($0)) }
      return .later(later)
    }
  }
}

extension Decision {
  /// Whether the answer may come from a state that lacks what other servers have done: it only shows something.
  ///
  /// What is refused as unknown may be known to the others, and a token that is revoked or introspected may be theirs.
  func mayBeStale(for request: Request) -> Bool {
    guard [.get, .head, .options].contains(request.method) else { return false }
    switch log.outcome {
    case .refused, .staleForm, .rehearsed(.refused): return false
    default: return true
    }
  }
}
