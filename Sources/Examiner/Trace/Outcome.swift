/// What became of the client, by its own signs.
package struct Outcome: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case accepted, rejected, crashed, hung
    /// It gave no sign.
    case unknown
  }

  package var kind: Kind
  /// What shows it: "it exited with 0", "its probe URL answered 401".
  package var sign: String
  /// The module of an uncaught exception that isn't built into the language.
  var module: String?
  /// The error that it named itself.
  package var error: String?
  /// Whether it was seen by what the client does for its users, and not by what it says of itself.
  package var isSeenFromOutside = false
  package var subject: String?
  package var scopes: [String]?

  package init(_ kind: Kind, _ sign: String) {
    self.kind = kind
    self.sign = sign
  }
}

/// How a program ended, as the system tells it.
package enum Ending: Sendable, Equatable {
  case exited(Int)
  case signalled(Int)
  /// It was still running at the time limit, and was ended by us.
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
    case .timedOut: "was still running at the time limit"
    case .waiting, .standing: "went on running"
    }
  }
}
