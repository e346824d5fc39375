/// What has to hold of a run, beyond how it ended.
public struct Assertion: Sendable {
  public enum Moment: String, Sendable, CaseIterable {
    case start, callback
    /// The first answer that a rule of the stage changed.
    case fault
  }

  /// Which requests are meant.
  public struct Requests: Sendable {
    /// An endpoint's name or kind, or `elsewhere`.
    public var to: String
    public var after = Moment.start
    public var grant: String?
    /// A text that they hold.
    public var carrying: String?
    /// Where they hold it: `header`, `query`, `body`, or the name of a header field.
    public var place: String?
    /// Of our answer: `200`, `4xx`.
    public var status: String?
    /// Whether the provider refused them, in whatever words and with whatever status.
    public var refused: Bool?
    /// Whether so many are meant for each that the control sent there: some clients make ten calls where others make one.
    public var isPerControl = false
  }

  public enum AnswerPlace: String, Sendable, CaseIterable { case page }

  /// The client's answers to our user agent.
  public struct ClientAnswer: Sendable {
    /// `start`, `callback`, `replay`, `before`, `after`, `landing`.
    public var to: String
    public var status: String?
    public var has: String?
    public var lacks: String?
    /// Only an answer that a browser shows as a page: a script in JSON or plain text is a text.
    public var isPage = false
  }

  public enum Form: Sendable {
    case requests(Requests, least: Int?, most: Int?)
    /// Seconds between two requests to an endpoint.
    case spacing(to: String, least: Double)
    case answer(ClientAnswer)
    /// The client names this error, where it names one.
    case error(String)
    /// A judge that is written in Swift.
    case judge(String)
  }

  public var form: Form
  /// Abilities without which a client need not meet it.
  public var needs: [String] = []
  /// Says what was wrong when it does not hold.
  public var otherwise: String?
}
