extension FixtureSet {
  /// What switches on these quirks, with those that they need, and all others off.
  package static func switches(
    _ quirks: [Quirk], only wanted: Set<String>
  ) -> (with: [String], without: [String]) {
    var on = wanted
    while true {
      let needs = Set(quirks.filter { on.contains($0.id) }.flatMap(\.needs))
      if needs.isSubset(of: on) { break }
      on.formUnion(needs)
    }
    let ids = quirks.map(\.id)
    return (ids.filter(on.contains), ids.filter { !on.contains($0) })
  }
}
