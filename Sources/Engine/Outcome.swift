import ProviderModel

/// What a request comes to, and what the journal says of it.
struct Outcome: Sendable {
  enum Content: Sendable {
    case page(String, message: String? = nil)
    /// A redirect to one of our own addresses: a place in the provider's links.
    case link(Int)
    case url(String)
    case granted(AuthorizationRequest)
    indirect case refused(Refusal)
    case plain(Int, String, allow: [String] = [])
    /// The provider's own response where none of its endpoints answers: a place in its shapes, and the status of a shape
    /// without one.
    case unanswered(Int, status: Int, allow: [String])
    /// The shape of an endpoint's answer: a place in the provider's shapes.
    case answered(Int?)
    /// What a rule answers instead.
    indirect case raw(Rule.RawAnswer)
    /// To another address of ours, as a rule has browsers sent on.
    case onward(String, Rule.Hop)
    /// A browser asks whether another origin may call (Fetch, "CORS protocol").
    case preflight(methods: [String], headers: String)
    /// A path that the host application serves.
    case outside(String)
  }

  var content: Content
  var said: LogEntry.Said
  var why: String?
  var remedy: Remedy?
  var clause: String?
  /// The people who have a button on a login page.
  var people: [Person] = []
  /// The person who is signed in, if the page offers to go on as them.
  var accounts: [Person] = []
  var issued: IssuedCredentials
  /// What clients are told, beside the answer.
  var notices: [LogoutNotice] = []
  /// The addresses that a page opens in frames, and the address to which it leads.
  var frames: [String] = []
  var onward: String?

  init(
    _ content: Content, _ said: LogEntry.Said, issued: IssuedCredentials = IssuedCredentials()
  ) {
    self.content = content
    self.said = said
    self.issued = issued
  }
}
