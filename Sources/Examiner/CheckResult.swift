/// The verdict on one check, and all that a reader needs to believe it and to mend the client.
package struct CheckResult: Sendable {
  package struct Evidence: Sendable, Equatable {
    package var kind: EvidenceClass
    /// One sentence.
    package var text: String
    package init(_ kind: EvidenceClass, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// One arrow of the sequence diagram.
  package struct Step: Sendable, Equatable {
    package enum Party: String, Sendable { case client, server, browser }
    package var from: Party
    package var to: Party
    /// The request, on one line.
    package var sent: String
    /// The answer, on one line.
    package var came: String
    /// Head and body of both, with secrets hidden.
    package var detail: String
    /// Whether this is where the fault was, or what broke the requirement.
    package var isMarked: Bool
    package init(
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

  package var check: Check
  package var verdict: Verdict
  /// Why, in one sentence.
  package var reason: String
  package var evidence: [Evidence] = []
  package var steps: [Step] = []
  /// A command line that shows what the client met.
  package var curl = ""
  /// Whether these lines are made of the catalogue alone: there are no secrets of a run in them, and they work as they stand.
  package var isCurlOurs = false
  /// What the client wrote, its end.
  package var output = ""
  package var seconds = 0.0
  /// How many repeats of the check came to each verdict.
  package var repeats: [(verdict: Verdict, count: Int)] = []
  /// Whether it stands in the frozen set of requirements: else it reports, and breaks nothing.
  package var isRequired = true
  /// A known failure of the baseline.
  package var isKnown = false
  /// What the baseline says of it.
  package var knownBecause: String?

  package init(_ check: Check, _ verdict: Verdict, _ reason: String) {
    self.check = check
    self.verdict = verdict
    self.reason = reason
  }

  /// Whether the whole is not green because of it. No RFC asks for robustness, so a check of it that can't say breaks nothing.
  package var breaks: Bool {
    guard isRequired, !isKnown else { return false }
    return [.fail, .error].contains(verdict)
      || verdict == .inconclusive && check.severity != .robustness
  }
}
