import Basics

/// Entries of errors for conditions that no request can meet.
///
/// A quirk may make one reachable, so only `check` reports them: it sees all states.
extension ProviderReader {
  func unreachableErrors() -> [Doubt] {
    // The entries of a provider that extends none are for those that extend it.
    guard tree["extends"] != nil else { return [] }
    let needs = body.partNeeds + body.settingNeeds
    let unmet = needs.filter { !$0.isMet }.reduce(into: Set()) { $0.formUnion($1.conditions) }
      .subtracting(conditionsNamed)
    return (tree["errors"]?.objectValue ?? JSONObject()).flatMap { table -> [Doubt] in
      let entries = table.value.objectValue ?? JSONObject()
      let reachable = Set(known(table.name).keys).union(ownConditions[table.name] ?? [])
        .subtracting(unmet)
      let used = Self.used(entries, for: reachable)
      return entries.filter { isOwn($0.value) }.flatMap { entry -> [Doubt] in
        let condition = Condition(entry.name)
        let pointer = JSONPointer.appending(
          entry.name, to: JSONPointer.appending(table.name, to: "/errors"))
        return needs.filter { $0.conditions.contains(condition) }.map { need in
          Doubt(
            finding: Diagnostic(
              at: entry.value.origin, pointer,
              "no request leads to \"\(condition)\": \(need.reason); \(need.cure), or remove the entry"
            ),
            holds: !need.isMet && unmet.contains(condition) && !used.contains(entry.name))
        }
      }
    }
  }

  /// The entries that apply to these conditions: their own, those of their ancestors, and those that `$same` names.
  private static func used(_ entries: JSONObject, for conditions: Set<Condition>) -> Set<String> {
    var used: Set<String> = []
    func use(_ name: String) {
      guard used.insert(name).inserted, let next = entries[name]?["$same"]?.stringValue else {
        return
      }
      use(next)
    }
    for condition in conditions {
      var next: Condition? = condition
      while let one = next, entries[one.name] == nil { next = Condition.elders[one] }
      if let next { use(next.name) }
    }
    // An entry for several conditions is checked by itself.
    for entry in entries where entry.name.hasSuffix("*") { use(entry.name) }
    return used
  }

  /// The conditions to which the fixture leads by itself, whatever the engine does.
  private var conditionsNamed: Set<Condition> {
    let checks =
      body.checks.values.flatMap(\.self) + body.endpoints.flatMap(\.service.checks)
      + body.token.grants.flatMap(\.rule.checks)
    return Set(checks.map(\.fail)).union(namedConditions.map(\.condition))
  }
}
