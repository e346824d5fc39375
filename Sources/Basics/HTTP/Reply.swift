/// What becomes of a request: an answer, or the promise of one.
package enum Reply: Sendable {
  case answer(Answer)
  /// No thread waits meanwhile; whoever promised keeps the time.
  case later(Waiting)
}
