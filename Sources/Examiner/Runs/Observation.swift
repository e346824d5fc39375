/// The verdicts on the clients of a journal.
package struct Observation {
  let checks: [Check]
  let parties: [JournalSplit.Party]
  let isStrict: Bool
  let subject: (JournalSplit.Party) -> Subject

  package init(
    checks: [Check], parties: [JournalSplit.Party], isStrict: Bool,
    subject: @escaping (JournalSplit.Party) -> Subject
  ) {
    self.checks = checks
    self.parties = parties
    self.isStrict = isStrict
    self.subject = subject
  }

  /// One for each check: of several clients the one that did worst speaks.
  package func results() -> [CheckResult] {
    let judges = parties.map { party in
      (party: party, judge: PassiveJudge([party.run], subject(party)))
    }
    return checks.compactMap { check in
      let results = judges.map { party, judge in
        var result = judge.judge(check).result(
          of: check, in: [party.run], isStrict: isStrict, unseen: .skip)
        if parties.count > 1 { result.reason = "\(party.client): \(result.reason)" }
        return result
      }
      return Examination.worst(results).map { worst in
        var worst = worst
        // Several clients are no repeats of one.
        worst.repeats = []
        return worst
      }
    }
  }
}
