/// How a program ended, as the system tells it.
public enum Ending: Sendable, Equatable {
  case exited(Int)
  case signalled(Int)
  /// It was still running when its time was over, and was ended by us.
  case timedOut
  /// It was still running when the quiet window closed: it had its callback, and did nothing with it.
  case waiting
  /// It was there before and stays: a web application that runs already.
  case standing
}
