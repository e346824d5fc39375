/// How a program ended, as the system tells it.
package enum Ending: Sendable, Equatable {
  case exited(Int)
  case signalled(Int)
  /// It was still running when its time was over, and was ended by us.
  case timedOut
  /// It was still running when the quiet window closed: it had its callback, and did nothing with it.
  case waiting
  /// It was there before and stays: a web application that runs already.
  case standing

  /// "the program …"
  package var words: String {
    switch self {
    case .exited(let code): "exited with \(code)"
    case .signalled(let number): "was ended by signal \(number)"
    case .timedOut: "was still running when its time was over"
    case .waiting, .standing: "went on running"
    }
  }
}
