import Examiner

/// What all runs come to.
extension Examination {
  func results() -> [CheckResult] {
    let done = runs
    var results: [CheckResult] = []
    for check in plan.checks {
      if let ability = missing(check) {
        results.append(
          CheckResult(
            check, .skip, "the client does not say that it can \(ability): --with \(ability)"))
      } else if let all = done[check.id], let worst = Self.worst(all.map(\.result)) {
        results.append(shown(worst, done))
      }
    }
    return results + passive(done)
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
    let episodes = plan.checks.flatMap { done[$0.id] ?? [] }.map(\.episode)
      .filter { !$0.exchanges.isEmpty }
    let judge = PassiveJudge(episodes, plan.subject(plan.record))
    // A client that dies at its callback sends nothing wrong afterwards: that is no care.
    let cameToItsEnd = plan.checks.contains { check in
      check.control == nil && done[check.id]?.contains { $0.result.verdict == .pass } == true
    }
    return plan.passive.map { check in
      let result = judge.judge(check).result(of: check, in: episodes, isStrict: plan.isStrict)
      guard result.verdict == .pass, check.evidence.contains(.silence), !cameToItsEnd else {
        return result
      }
      return CheckResult(
        check, .inconclusive,
        "no run came to its end, so that nothing of the kind was seen proves nothing")
    }
  }

  // MARK: Abilities

  /// Why it is skipped: an ability that the client does not declare, and can't show in a control.
  func missing(_ check: Check) -> String? {
    check.needs.first { need in
      guard !plan.abilities.contains(need) else { return false }
      return !canShow(need, check)
    }
  }

  private func canShow(_ need: String, _ check: Check) -> Bool {
    guard plan.mayShow.contains(need) else { return false }
    guard let id = check.control, let control = plan.profile.checks.first(where: { $0.id == id })
    else { return true }
    return check.expect == .accepted || control.needs.contains(need) || need == Self.callsUserinfo
  }

  /// The one ability that shows without a control of its own: a call.
  static let callsUserinfo = "userinfo"

  /// A client that shows an ability nowhere has not broken anything: it does not have it. Whoever declares it by `--with`
  /// wants it to count.
  private func shown(_ result: CheckResult, _ done: [String: [Done]]) -> CheckResult {
    let check = result.check
    let needs = check.needs.filter(plan.mayShow.contains)
    guard let need = needs.first(where: { $0 != Self.callsUserinfo }) ?? needs.first,
      result.verdict != .error
    else { return result }
    var why = result.reason
    if let control = check.control {
      let runs = done[control] ?? []
      let passed = !runs.isEmpty && runs.allSatisfy { $0.result.verdict == .pass }
      let calls = runs.contains { $0.episode.own.contains { $0.kind == "resource" } }
      let isControls =
        plan.profile.checks.first { $0.id == control }?.needs.contains(need) == true
      let isCalls = need == Self.callsUserinfo
      if passed, isControls || isCalls && calls { return result }
      // What has to work is shown by the check itself.
      if passed, !isCalls, result.verdict == .pass { return result }
      if !passed {
        why = "\(control) did not pass"
      } else if isCalls {
        why = "it called no userinfo"
      }
    } else if result.verdict == .pass {
      return result
    }
    return CheckResult(
      check, .skip,
      "the client did not show that it can \(need) (\(why)); --with \(need) makes it count")
  }
}
