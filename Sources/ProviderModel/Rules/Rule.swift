import Basics

/// One rule of a scenario: when a request matches, something named happens.
package struct Rule: Sendable {
  /// How many rules a sandbox has at most: each request is compared with all of them.
  package static let most = 512

  package var id: String
  package var match = Match()
  /// So many matching requests pass first: 2 means that the third one is the first to be hit.
  package var skip = 0
  /// The id of a rule that has to have acted before: until then this one is passed over, and counts nothing.
  package var after: String?
  /// How often the rule fires; `nil` for ever.
  package var times: Int?
  /// So many matching requests pass in each window of time: the rule hits those beyond. Whoever they come from, they are
  /// counted together; `match` says for whom the limit is.
  package var limit: RateLimit?
  package var effect = Effect()
  /// Switched off, it is passed over.
  package internal(set) var isOn = true
  /// The rule as it was written.
  package var source: JSONValue

  package struct Match: Sendable {
    package var provider: String?
    /// A host name, in small letters and without its port.
    package var host: String?
    /// An endpoint's name, or its kind.
    package var endpoint: String?
    package var method: String?
    package var grant: String?
    package var client: String?
    package var person: String?
    package var parameters: [(name: String, value: ParameterMatch)] = []
    /// What else has to hold.
    package var when: RuleCondition?

    /// Whether it asks who signs in, which a browser's sign-in tells only when it comes to its end.
    package var isAboutPerson: Bool { person != nil || when?.isAboutPerson == true }
  }

  package enum ParameterMatch: Sendable {
    case equal(String)
    case pattern(Pattern)
    case present(Bool)
  }

  package struct Effect: Sendable {
    /// A condition of the provider's catalogue, in the provider's own bytes.
    package var condition: Condition?
    package var answer: RawAnswer?
    /// Milliseconds before the first byte.
    package var delay = 0
    /// Bytes of the body after which the connection ends.
    package var truncate: Int?
    /// Bytes in a piece, and milliseconds between pieces.
    package var drip: (bytes: Int, every: Int)?
    package var reset = false
    package var close = false
    /// The request is decided on all the same.
    package var lost: Loss?
    /// What a browser goes through before it comes to the page that it asked for.
    package var detour: [Hop] = []
    package var change: Change?
    /// What is wrong with the certificate that the host shows; it acts on handshakes, and on no request.
    package var tls: TLSFault?
  }

  /// As if it had been written so.
  package mutating func turn(on isOn: Bool) {
    self.isOn = isOn
    var object = source.objectValue ?? JSONObject()
    object["on"] = isOn ? nil : false
    source = JSONValue(.object(object), origin: source.origin)
  }

  /// Two rules of one exchange: one that has slowed its answer down, and this one that changes what it says.
  package func after(_ first: Rule) -> Rule {
    var both = self
    both.id = "\(first.id), \(id)"
    both.effect.delay += first.effect.delay
    both.effect.drip = effect.drip ?? first.effect.drip
    both.effect.truncate = effect.truncate ?? first.effect.truncate
    return both
  }

  /// How an answer that was decided on gets lost on its way.
  package enum Loss: String, Sendable, CaseIterable { case close, reset }

  /// How a browser is sent on.
  package enum Hop: String, Sendable, CaseIterable {
    /// By a redirect to a whole address, or to a relative one.
    case redirect, relative
    /// By a page: one with a link, one that refreshes itself, one with a script.
    case link, refresh, script
  }

  package struct RawAnswer: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: String
    /// How often the body comes, one behind the other: large ones are made when they are sent.
    package var times = 1
  }
}
