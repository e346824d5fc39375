/// What all runs come to.
extension Examination {
  func results() -> [CheckResult] {
    let done = runs
    return plan.checks.compactMap { result(of: $0, done) } + passive(done)
  }

  /// `nil` where it was not run.
  func result(of check: Check, _ done: [String: [Done]]) -> CheckResult? {
    if let ability = missing(check) {
      return CheckResult(
        check, .skip,
        plan.outOfReach(ability)
          ?? "it asks for the ability \(ability): --ability \(ability) says that the client has it")
    }
    guard let all = done[check.id], let worst = Self.worst(all.map(\.result)) else { return nil }
    return shown(worst, done)
  }

  /// Of several repeats the worst counts, and says how often each came.
  static func worst(_ results: [CheckResult]) -> CheckResult? {
    let order: [Verdict] = [.fail, .error, .inconclusive, .warn, .skip, .pass]
    for verdict in order {
      guard var found = results.first(where: { $0.verdict == verdict }) else { continue }
      if results.count > 1 {
        found.repeats = order.compactMap { verdict in
          let count = results.count { $0.verdict == verdict }
          return count == 0 ? nil : (verdict, count)
        }
      }
      return found
    }
    return nil
  }

  /// What all runs show together, whatever the provider did in them.
  private func passive(_ done: [String: [Done]]) -> [CheckResult] {
    // The client is not to blame for a request that our browser has changed.
    // A client that takes no secret does not count as one that has a secret, however it was registered.
    let own = plan.checks.filter { check in
      check.agent.alterRequest.isEmpty && check.agent.earlier.isEmpty
        && !(check.needs.contains("told-secret") && result(of: check, done)?.verdict == .skip)
    }
    let runs = own.flatMap { done[$0.id] ?? [] }.map(\.run)
      .filter { !$0.exchanges.isEmpty }
    let judge = PassiveJudge(runs, plan.subject(plan.record))
    // A client that dies at its callback sends nothing wrong afterwards: that is no care.
    let cameToItsEnd = plan.checks.contains { check in
      check.control == nil && done[check.id]?.contains { $0.result.verdict == .pass } == true
    }
    return plan.passive.map { check in
      let result = judge.judge(check).result(of: check, in: runs, isStrict: plan.isStrict)
      guard result.verdict == .pass, check.evidence.contains(.silence), !cameToItsEnd else {
        return result
      }
      return CheckResult(
        check, .inconclusive,
        "no run succeeded, so this check has nothing to look at")
    }
  }
}
