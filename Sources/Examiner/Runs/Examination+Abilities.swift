/// Which checks are asked of a client that nobody said anything of.
extension Examination {
  /// Why it is skipped: an ability that the client does not declare, and can't show in a control.
  func missing(_ check: Check) -> String? {
    check.needs.first { need in
      guard !plan.abilities.contains(need) else { return false }
      return plan.outOfReach(need) != nil || !canShow(need, check)
    }
  }

  private func canShow(_ need: String, _ check: Check) -> Bool {
    guard plan.mayShow.contains(need) else { return false }
    guard let id = check.control, let control = plan.profile.checks.first(where: { $0.id == id })
    else { return true }
    return check.expect == .accepted || control.needs.contains(need)
      || ShownAbility(rawValue: need) != nil || OwnAbility(rawValue: need) != nil
  }

  /// A client that never shows an ability doesn't fail for that: it doesn't have it. If `--ability` declares the ability, it
  /// counts.
  func shown(_ result: CheckResult, _ done: [String: [Done]]) -> CheckResult {
    let check = result.check
    let needs = check.needs.filter(plan.mayShow.contains)
    if result.verdict == .error,
      let need = needs.first(where: { ShownAbility(rawValue: $0) == nil }),
      done[check.id]?.allSatisfy({ $0.run.observations.endedUnheard }) == true
    {
      return skipped(check, need, "with the settings of this check, it ended before it listened")
    }
    guard !needs.isEmpty, result.verdict != .error else { return result }
    if let skipped = unshown(check, done) { return skipped }
    let own = needs.compactMap(OwnAbility.init(rawValue:))
    for ability in own
    where !shows(ability, check, done) {
      return skipped(check, ability.rawValue, ability.lack)
    }
    let others = needs.filter {
      ShownAbility(rawValue: $0) == nil && OwnAbility(rawValue: $0) == nil
    }
    guard let need = others.first else { return result }
    // A client that tried has the ability, whatever came of it.
    if result.verdict != .pass, hasTried(need, check, done) { return result }
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

  private func hasTried(_ need: String, _ check: Check, _ done: [String: [Done]]) -> Bool {
    guard let ability = TriedAbility(rawValue: need) else { return false }
    let looked = [check] + plan.profile.controls(of: check)
    return looked.contains { done[$0.id]?.contains { ability.isTried(in: $0.run) } == true }
  }

  /// Where a control needs the ability, it shows it: a client may have to stop before it could in the check itself.
  private func shows(_ ability: OwnAbility, _ check: Check, _ done: [String: [Done]]) -> Bool {
    let control = plan.profile.checks.first { $0.id == check.control }
    let looked = control?.needs.contains(ability.rawValue) == true ? control ?? check : check
    return done[looked.id]?.contains { ability.shows(in: $0.run, of: looked) } == true
  }

  /// The result of a check that is about what the client did not do where nothing was odd: no run could show more.
  func unshown(_ check: Check, _ done: [String: [Done]]) -> CheckResult? {
    let root = (plan.profile.controls(of: check).last ?? check).id
    guard root != check.id, let runs = done[root], !runs.isEmpty,
      runs.allSatisfy({ $0.result.verdict == .pass })
    else { return nil }
    for ability in check.needs.filter(plan.mayShow.contains).compactMap(
      ShownAbility.init(rawValue:))
    where !runs.contains(where: { ability.shows(in: $0.run) }) {
      return skipped(check, ability.rawValue, ability.lack)
    }
    return nil
  }

  private func skipped(_ check: Check, _ need: String, _ why: String) -> CheckResult {
    CheckResult(
      check, .skip,
      "the client did not show the ability \(need) (\(why)); --ability \(need) makes it count")
  }
}
