import Basics
import Engine

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
