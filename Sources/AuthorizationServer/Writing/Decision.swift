import HTTPMessages
import ProviderModel

/// What was decided about a request, with all that is needed to write it down later and elsewhere.
public struct Decision: Sendable {
  enum Outcome: Sendable {
    case page(String, message: String?)
    /// A redirect to one of our own addresses.
    case link(String)
    case url(String)
    case granted(AuthorizationRequest)
    case refused(Refusal)
    case plain(Int, String, allow: [String] = [])
    case html(String)
    case json(String)
    /// The shape of an endpoint's answer.
    case answered(String)
    /// What a rule answers instead.
    case raw(Rule.RawAnswer)
    /// A browser asks whether another origin may call (Fetch, "CORS protocol").
    case preflight(methods: [String], headers: String)
  }

  var provider: Provider?
  var outcome: Outcome
  var context = Context()
  var base = Base(scheme: "http", authority: "", prefix: "")
  var variables: [String: String] = [:]
  var cookies: [SetCookie] = []
  /// The person buttons of a login page, and the records of a choice.
  var people: [(username: String, name: String)] = []
  /// The route by which the request came.
  var route: Route?
  /// Names under which secrets stand here, beside the usual ones: password fields, and what a rule has renamed.
  public var secretNames: (more: Set<String>, renamed: [(from: String, to: String)]) {
    let fields = (provider?.pages.values ?? [:].values).flatMap(\.fields)
    return (
      Set(fields.filter { $0.name == "password" }.map(\.text)), rule?.effect.change?.rename ?? []
    )
  }
  var endpoint: Endpoint?
  var isPost = false
  var unsigned: [UnsignedToken] = []
  /// The `Accept` header.
  var accept = ""
  var origin: String?
  var rule: Rule?
  /// Codes and tokens that are not known here: another sandbox may have issued them.
  public var missed: [String] = []
  /// What the ledger knows the codes and tokens by that were made.
  var issued: [String] = []
  /// Rules that were met: their counters can be taken back.
  public var counted: [ActiveRules.Counted] = []
  /// Milliseconds before the first byte.
  var delay = 0
  public var log = LogEntry()
}

/// One readable line about an exchange. It never holds a query, a secret, a code or a token.
public struct LogEntry: Sendable, Equatable {
  public var method = ""
  public var path = ""
  public var provider = "-"
  public var endpoint = "-"
  public var outcome = ""
  /// For a refusal: why, how to mend it, and the clause.
  public var why: String?
  public var remedy: String?
  public var clause: String?
  public var condition: String?
  public var client: String?
  public var person: String?
  public var rule: String?
  /// What would have matched, or been accepted.
  public var near: [String] = []

  public init() {}

  public var line: String {
    var line = "\(method) \(path) · \(provider) \(endpoint) · \(outcome)"
    if let rule { line += " · rule \(rule)" }
    if let why { line += " · \(why)" }
    if let remedy, !remedy.isEmpty { line += " → \(remedy)" }
    if let clause, !clause.isEmpty { line += " (\(clause))" }
    // What a client sent is in it: a log line stays one line, and commands no terminal.
    return String(
      String.UnicodeScalarView(
        line.unicodeScalars.map {
          [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            ? " " : $0
        }))
  }
}
