import Examiner

/// Which checks are asked of a client that nobody said anything of.
extension Examination {
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
    return check.expect == .accepted || control.needs.contains(need)
      || ShownAbility(rawValue: need) != nil || Self.witnesses[need] != nil
  }

  /// A client that shows an ability nowhere has not broken anything: it does not have it. Whoever declares it by `--with`
  /// wants it to count.
  func shown(_ result: CheckResult, _ done: [String: [Done]]) -> CheckResult {
    let check = result.check
    let needs = check.needs.filter(plan.mayShow.contains)
    guard !needs.isEmpty, result.verdict != .error else { return result }
    let root = (plan.profile.controls(of: check).last ?? check).id
    if let unshown = needs.compactMap(ShownAbility.init(rawValue:)).first(where: { ability in
      done[root]?.contains { ability.shows(in: $0.episode) } == false
    }), done[root]?.allSatisfy({ $0.result.verdict == .pass }) == true {
      return skipped(check, unshown.rawValue, unshown.lack)
    }
    if let need = needs.first(where: { Self.witnesses[$0] != nil }),
      let witness = Self.witnesses[need]
    {
      let failed = done[witness.check]?.contains { $0.result.verdict == .fail } == true
      return failed && result.verdict != .pass ? skipped(check, need, witness.lack) : result
    }
    guard let need = needs.first(where: { ShownAbility(rawValue: $0) == nil }) else {
      return result
    }
    guard let control = check.control else {
      return result.verdict == .pass ? result : skipped(check, need, result.reason)
    }
    let runs = done[control] ?? []
    guard !runs.isEmpty, runs.allSatisfy({ $0.result.verdict == .pass }) else {
      return skipped(check, need, "\(control) did not pass")
    }
    let isControls = plan.profile.checks.first { $0.id == control }?.needs.contains(need) == true
    // What has to work is shown by the check itself.
    return isControls || result.verdict == .pass ? result : skipped(check, need, result.reason)
  }

  /// Abilities that nobody has to have, and the check that whoever has it not does not pass.
  private static let witnesses = [
    "iss": (
      check: "iss-mismatch",
      lack:
        "it took a callback that named another issuer, as a client may that knows one server alone: RFC 9700 §2.1"
    )
  ]

  private func skipped(_ check: Check, _ need: String, _ why: String) -> CheckResult {
    CheckResult(
      check, .skip,
      "the client did not show that it can \(need) (\(why)); --with \(need) makes it count")
  }
}
