import Basics

/// Conditions that a fixture names: where errors have an entry for everything, a slip would go unseen.
extension ProviderReader {
  /// To be called before the entries are read: what a slip meant is led to all the same.
  mutating func checkConditionNames(_ errors: JSONValue?) {
    for (condition, table, pointer) in namedConditions {
      let entries = (errors?[table]?.objectValue?.names ?? []).filter { $0 != "*" }
      let names = entries + known(table).keys.map(\.name)
      guard !names.contains(condition.name), let near = Self.near(condition.name, names) else {
        continue
      }
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
