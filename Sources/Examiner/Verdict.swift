/// What an examination says about one requirement.
package enum Verdict: String, Sendable, CaseIterable {
  /// The client met it, and the evidence that the check asks for is there.
  case pass
  /// It broke a MUST.
  case fail
  /// It broke a SHOULD, or is less robust than it could be.
  case warn
  /// The evidence is not enough to say.
  case inconclusive
  /// It does not apply, by the client's own declaration.
  case skip
  /// The examiner itself could not do it.
  case error
}

/// How much weight a requirement has: the keyword of its RFC (RFC 2119).
package enum Severity: String, Sendable, CaseIterable {
  case must, should
  /// No RFC asks for it; clients that lack it break at real providers.
  case robustness

  /// What it means to break one of these.
  /// - Parameter isStrict: what only SHOULD be is asked for too.
  package func verdictWhenBroken(isStrict: Bool) -> Verdict {
    switch self {
    case .must: .fail
    case .should: isStrict ? .fail : .warn
    case .robustness: .warn
    }
  }
}

/// What a verdict rests on.
package enum EvidenceClass: String, Sendable, CaseIterable {
  /// The client sent it: it stands in the journal.
  case journal
  /// The client sent nothing, although what it would have answered to was delivered.
  case silence
  /// What became of the client: its exit code, its own words, its answer over HTTP, its probe URL.
  case outcome
  /// A secret was seen, or not seen, where it must not be.
  case canary
}
