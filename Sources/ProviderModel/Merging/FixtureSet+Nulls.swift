import Basics

extension FixtureSet {
  /// A `null` that removes nothing says nothing.
  func checkNulls(_ file: File, _ base: JSONValue, _ findings: Diagnostics) {
    if let parent = file.tree["extends"]?.stringValue.flatMap(self.file) {
      let inherited = self.base(
        parent, Diagnostics(), seen: [file.id], kinds: Self.allKinds)
      for pointer in Self.nulls(file.tree, "") where !pointer.hasPrefix("/quirks/") {
        guard !Self.isInherited(pointer, inherited) else { continue }
        findings.error(
          file.tree.value(at: pointer), pointer,
          "null removes what is inherited, and nothing is inherited here; remove it"
            + (pointer.hasPrefix("/shapes/") ? ", or write { \"$null\": true } for null" : ""))
      }
    }
    let filled = ProviderDefaults.filled(base)
    for quirk in file.quirks {
      let others = file.quirks.filter { $0.id != quirk.id }
      let leaves = Merge.leaves(quirk.patch)
      // One that changes nothing is reported as a whole.
      for (pointer, value) in leaves where value.isNull && leaves.count > 1 {
        let isThere =
          filled.value(at: pointer) != nil
          || others.contains { $0.patch.value(at: pointer).map { !$0.isNull } ?? false }
        guard !isThere else { continue }
        findings.error(
          value, quirk.pointer + "/patch" + pointer,
          "the quirk \"\(quirk.id)\" removes \(pointer), but nothing is there")
      }
    }
  }

  private static let allKinds = Set(EndpointKind.allCases)

  private static func isInherited(_ pointer: String, _ inherited: JSONValue) -> Bool {
    let parts = pointer.split(separator: "/")
    let first = parts.first.map(String.init) ?? ""
    let isOwn = ObjectSchema.ownMembers.contains(first) && !pointer.hasPrefix("/token/parameters")
    let level = ObjectSchema.replacedLevels[first] ?? parts.count
    return !isOwn && parts.count <= level && inherited.value(at: pointer) != nil
  }

  /// The places of nulls, outside of arrays and of values such as `$if`.
  private static func nulls(_ value: JSONValue, _ pointer: String) -> [String] {
    if value.isNull { return [pointer] }
    guard let object = value.objectValue, !Merge.isValue(object) else { return [] }
    return object.flatMap { nulls($0.value, JSONPointer.appending($0.name, to: pointer)) }
  }
}
