import HTTPMessages
import JSON

/// One rule of a scenario: when a request matches, something named happens.
public struct Rule: Sendable {
  /// How many rules a sandbox has at most: each request is compared with all of them.
  public static let most = 512

  public var id: String
  public var match = Match()
  /// So many matching requests pass first: 2 means that the third one is the first to be hit.
  public var skip = 0
  /// The id of a rule that has to have acted before: until then this one is passed over, and counts nothing.
  public var after: String?
  /// How often the rule fires; `nil` for ever.
  public var times: Int?
  /// So many matching requests pass in each window of time: the rule hits those beyond. Whoever they come from, they are
  /// counted together; `match` says for whom the limit is.
  public var limit: RateLimit?
  public var effect = Effect()
  /// Switched off, it is passed over.
  public internal(set) var isOn = true
  /// The rule as it was written.
  public var source: JSONValue

  public struct Match: Sendable {
    public var provider: String?
    /// A host name, in small letters and without its port.
    public var host: String?
    /// An endpoint's name, or its kind.
    public var endpoint: String?
    public var method: String?
    public var grant: String?
    public var client: String?
    public var person: String?
    public var parameters: [(name: String, value: ParameterMatch)] = []
    /// What else has to hold.
    public var when: RuleCondition?

    /// Whether it asks who signs in, which a browser's sign-in tells only when it comes to its end.
    public var isAboutPerson: Bool { person != nil || when?.isAboutPerson == true }
  }

  public enum ParameterMatch: Sendable {
    case equal(String)
    case pattern(Pattern)
    case present(Bool)
  }

  public struct Effect: Sendable {
    /// A condition of the provider's catalogue, in the provider's own bytes.
    public var condition: Condition?
    public var answer: RawAnswer?
    /// Milliseconds before the first byte.
    public var delay = 0
    /// Bytes of the body after which the connection ends.
    public var truncate: Int?
    /// Bytes in a piece, and milliseconds between pieces.
    public var drip: (bytes: Int, every: Int)?
    public var reset = false
    public var close = false
    /// The request is decided on all the same.
    public var lost: Loss?
    /// What a browser goes through before it comes to the page that it asked for.
    public var detour: [Hop] = []
    public var change: Change?
    /// What is wrong with the certificate that the host shows; it acts on handshakes, and on no request.
    public var tls: TLSFault?
  }

  /// As if it had been written so.
  public mutating func turn(on isOn: Bool) {
    self.isOn = isOn
    var object = source.objectValue ?? JSONObject()
    object["on"] = isOn ? nil : false
    source = JSONValue(.object(object), origin: source.origin)
  }

  /// Two rules of one exchange: one that has slowed its answer down, and this one that changes what it says.
  public func after(_ first: Rule) -> Rule {
    var both = self
    both.id = "\(first.id), \(id)"
    both.effect.delay += first.effect.delay
    both.effect.drip = effect.drip ?? first.effect.drip
    both.effect.truncate = effect.truncate ?? first.effect.truncate
    return both
  }

  /// How an answer that was decided on gets lost on its way.
  public enum Loss: String, Sendable, CaseIterable { case close, reset }

  /// How a browser is sent on.
  public enum Hop: String, Sendable, CaseIterable {
    /// By a redirect to a whole address, or to a relative one.
    case redirect, relative
    /// By a page: one with a link, one that refreshes itself, one with a script.
    case link, refresh, script
  }

  public struct RawAnswer: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: String
    /// How often the body comes, one behind the other: large ones are made when they are sent.
    public var times = 1
  }
}
