/// What has to hold of a run, beyond how it ended.
package struct Assertion: Sendable {
  package enum Moment: String, Sendable, CaseIterable {
    case start, callback
    /// The first answer that a rule of the stage changed.
    case fault
  }

  /// Which requests are meant.
  package struct Requests: Sendable {
    /// An endpoint's name or kind, or `elsewhere`.
    package var to: String
    package var after = Moment.start
    package var grant: String?
    /// A text that they hold.
    package var carrying: String?
    /// Where they hold it: `header`, `query`, `body`, or the name of a header field.
    package var place: String?
    /// Of our answer: `200`, `4xx`.
    package var status: String?
    /// Whether the provider refused them, in whatever words and with whatever status.
    package var refused: Bool?
    /// Whether the number is multiplied by the number of requests of the control run: some clients make ten calls where others
    /// make one.
    package var isPerControl = false
  }

  package enum AnswerPlace: String, Sendable, CaseIterable { case page }

  /// The client's answers to our user agent.
  package struct ClientAnswer: Sendable {
    /// `start`, `callback`, `replay`, `before`, `after`, `landing`.
    package var to: String
    package var status: String?
    package var has: String?
    package var lacks: String?
    /// Only an answer that a browser shows as a page: a script in JSON or plain text is a text.
    package var isPage = false
  }

  package enum Form: Sendable {
    case requests(Requests, least: Int?, most: Int?)
    /// Seconds between two requests to an endpoint.
    case spacing(to: String, least: Double)
    case answer(ClientAnswer)
    /// The client names this error, where it names one.
    case error(String)
    /// A judge that is written in Swift.
    case judge(String)
  }

  package var form: Form
  /// Abilities without which a client need not meet it.
  package var needs: [String] = []
  /// Says what was wrong when it does not hold.
  package var otherwise: String?
}
