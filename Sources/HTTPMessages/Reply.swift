import Locking

/// What becomes of a request: an answer, or the promise of one.
public enum Reply: Sendable {
  case answer(Answer)
  /// No thread waits meanwhile; whoever promised keeps the time.
  case later(Waiting)
}
