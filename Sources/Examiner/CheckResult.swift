/// The verdict on one check, and all that a reader needs to believe it and to mend the client.
public struct CheckResult: Sendable {
  public struct Evidence: Sendable, Equatable {
    public var kind: EvidenceClass
    /// One sentence.
    public var text: String
    public init(_ kind: EvidenceClass, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// One arrow of the sequence diagram.
  public struct Step: Sendable, Equatable {
    public enum Party: String, Sendable { case client, server, browser }
    public var from: Party
    public var to: Party
    /// The request, on one line.
    public var sent: String
    /// The answer, on one line.
    public var came: String
    /// Head and body of both, with secrets hidden.
    public var detail: String
    /// Whether this is where the fault was, or what broke the requirement.
    public var isMarked: Bool
    public init(
      from: Party, to: Party, sent: String, came: String, detail: String = "",
      isMarked: Bool = false
    ) {
      self.from = from
      self.to = to
      self.sent = sent
      self.came = came
      self.detail = detail
      self.isMarked = isMarked
    }
  }

  public var check: Check
  public var verdict: Verdict
  /// Why, in one sentence.
  public var reason: String
  public var evidence: [Evidence] = []
  public var steps: [Step] = []
  /// A command line that shows what the client met.
  public var curl = ""
  /// Whether these lines are made of the catalogue alone: there are no secrets of a run in them, and they work as they stand.
  public var isCurlOurs = false
  /// What the client wrote, its end.
  public var output = ""
  public var seconds = 0.0
  /// Of so many repeats, how many came to each verdict.
  public var repeats: [(verdict: Verdict, count: Int)] = []
  /// Whether it stands in the frozen set of requirements: else it reports, and breaks nothing.
  public var isRequired = true
  /// A known failure of the baseline.
  public var isKnown = false
  /// What the baseline says of it.
  public var knownBecause: String?

  public init(_ check: Check, _ verdict: Verdict, _ reason: String) {
    self.check = check
    self.verdict = verdict
    self.reason = reason
  }

  /// Whether the whole is not green because of it.
  public var breaks: Bool {
    isRequired && !isKnown && [.fail, .inconclusive, .error].contains(verdict)
  }
}
