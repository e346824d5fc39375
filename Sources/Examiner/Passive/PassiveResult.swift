/// What a passive check comes to.
package struct PassiveResult: Sendable, Equatable {
  package enum Finding: Sendable {
    /// The client did what it is asked for, in each request that was seen.
    case held
    case broken
    /// What would show it did not happen.
    case nothingSeen
    /// It is not asked of this client: by what it is, or by what it chose to do without.
    case notApplicable
    /// It happened, and what would show it is hidden.
    case cannotSay
  }

  /// Where it was broken.
  package struct Place: Sendable, Equatable {
    /// The place in the list of episodes.
    package var episode: Int
    /// The exchange's number in the journal of that episode; `nil` where it was in no exchange.
    package var exchange: Int?
    package init(episode: Int, exchange: Int?) {
      self.episode = episode
      self.exchange = exchange
    }
  }

  package var finding: Finding
  /// What was seen, what was missing, or why: a sentence without a full stop.
  package var text: String
  package var place: Place?
  /// Where it weighs less in this case than the check says.
  package var severity: Severity?

  init(
    _ finding: Finding, _ text: String, at place: Place? = nil, severity: Severity? = nil
  ) {
    self.finding = finding
    self.text = text
    self.place = place
    self.severity = severity
  }

  static func held(_ text: String) -> Self { Self(.held, text) }
  static func broken(_ text: String, at sent: Sent, severity: Severity? = nil) -> Self {
    Self(.broken, text, at: sent.place, severity: severity)
  }
  static func nothingSeen(_ text: String) -> Self { Self(.nothingSeen, text) }
  static func notApplicable(_ text: String) -> Self { Self(.notApplicable, text) }
  static func cannotSay(_ text: String) -> Self { Self(.cannotSay, text) }
}
