import Basics

extension FixtureSet {
  /// One value of a provider with its quirks merged in, and where it comes from.
  package struct ResolvedLeaf: Sendable {
    package var pointer: String
    package var value: JSONValue
    /// The id of a provider file, or `quirk ID`.
    package var layer: String
    package var origin: Origin?
  }

  /// Every leaf of the merged tree, in order, for the default switches.
  package func resolved(_ id: String) -> [ResolvedLeaf] {
    guard let file = file(id) else { return [] }
    let findings = Diagnostics()
    let on = Self.switched(file.quirks, with: [], without: [])
    let quirks = file.quirks.filter { on.contains($0.id) }
    return Merge.leaves(tree(file, on: on, findings)).map { pointer, value in
      // A leaf of a quirk keeps the place where it was written: inside that quirk's patch.
      let quirk = quirks.last { quirk in
        Merge.leaves(quirk.patch).contains { $0.0 == pointer && $0.1.origin == value.origin }
      }
      let from = files.first { $0.name == value.origin?.file }?.id ?? id
      return ResolvedLeaf(
        pointer: pointer, value: value, layer: quirk.map { "quirk \($0.id)" } ?? from,
        origin: value.origin)
    }
  }
}
