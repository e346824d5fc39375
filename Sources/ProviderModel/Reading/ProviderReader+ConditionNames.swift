import Basics

/// Conditions that a fixture names: where errors have an entry for everything, a slip would go unseen.
extension ProviderReader {
  /// Notes the conditions that the fixture names outside of `errors`.
  mutating func noteConditions() {
    for (name, rule) in body.variables {
      guard let missing = rule.missing else { continue }
      note(missing, "authorize", "vars", name, "missing")
      sharedConditions.insert(missing)
    }
    let pushes = body.endpoints.filter { $0.kind == .pushedAuthorization }
    for (name, rule) in body.parameters where rule.invalid != .parameterInvalid {
      note(rule.invalid, "authorize", "parameters", name, "invalid")
      for endpoint in pushes {
        note(rule.invalid, endpoint.service.errors, "parameters", name, "invalid")
      }
    }
    for (phase, checks) in body.checks {
      note(checks, at: .authorize, "authorize", "checks", phase.rawValue)
      for endpoint in pushes where CheckPhase.ofRequests.contains(phase) {
        note(
          checks, at: endpoint.kind, endpoint.service.errors, "checks", phase.rawValue)
      }
      if phase == .scope { sharedConditions.formUnion(checks.map(\.fail)) }
    }
    for endpoint in body.endpoints {
      if let condition = endpoint.condition {
        note(condition, "authorize", "endpoints", endpoint.name, "condition")
      }
      for (value, condition) in endpoint.conditions {
        note(condition, "authorize", "endpoints", endpoint.name, "conditions", value)
      }
      note(
        endpoint.service.checks, at: endpoint.kind, endpoint.service.errors,
        "endpoints", endpoint.name, "checks")
    }
    for (name, rule) in body.token.parameters where rule.invalid != .parameterInvalid {
      note(rule.invalid, "token", "token", "parameters", name, "invalid")
    }
    for (name, rule) in body.token.grants {
      for (bound, condition) in rule.mustMatch {
        note(condition, "token", "token", "grants", name, "must_match", bound)
      }
      note(rule.checks, at: .token, "token", "token", "grants", name, "checks")
    }
  }

  private mutating func note(_ condition: Condition, _ table: String, _ path: String...) {
    ownConditions[table, default: []].insert(condition)
    let pointer = path.reduce("") { JSONPointer.appending($1, to: $0) }
    namedConditions.append((condition, table, pointer))
  }

  /// Notes the conditions of checks that are not the engine's.
  private mutating func note(
    _ checks: [Check], at kind: EndpointKind, _ table: String, _ path: String...
  ) {
    let known = Condition.known(at: kind)
    let pointer = path.reduce("") { JSONPointer.appending($1, to: $0) }
    for check in checks where known[check.fail] == nil {
      ownConditions[table, default: []].insert(check.fail)
      let place = JSONPointer.appending(check.name, to: pointer) + "/fail"
      namedConditions.append((check.fail, table, place))
    }
  }

  /// To be called before the entries are read: what a slip meant is led to all the same.
  mutating func checkConditionNames(_ errors: JSONValue?) {
    for (condition, table, pointer) in namedConditions {
      let entries = (errors?[table]?.objectValue?.names ?? []).filter { $0 != "*" }
      let names = entries + known(table).keys.map(\.name)
      guard !names.contains(condition.name) else { continue }
      if let sentence = ErrorCodeHint.sentence(for: condition.name) {
        misspelt[table, default: []].insert(condition)
        findings.error(tree.value(at: pointer), pointer, sentence)
        continue
      }
      guard let near = Self.near(condition.name, names) else { continue }
      misspelt[table, default: []].insert(condition)
      ownConditions[table, default: []].insert(Condition(near))
      if sharedConditions.contains(condition) { sharedConditions.insert(Condition(near)) }
      findings.error(
        tree.value(at: pointer), pointer,
        "there is no condition \"\(condition)\"; did you mean \"\(near)\"?")
    }
  }

  /// Nearer than names of different things are to each other: a fixture may have conditions of its own.
  private static func near(_ name: String, _ names: [String]) -> String? {
    guard name.count > 4 else { return nil }
    return names.map { ($0, Suggestion.distance(name, $0)) }.filter { $0.1 <= 2 }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }
}
