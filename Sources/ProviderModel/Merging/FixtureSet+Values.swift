import Basics

extension FixtureSet {
  /// Reports patches into a computed value: the object of the patch would take the place of the whole value.
  func checkPatchedValues(_ file: File, _ base: JSONValue, _ findings: Diagnostics) {
    let filled = ProviderDefaults.filled(base)
    for quirk in file.quirks {
      for (pointer, value, marker) in Self.intoValues(quirk.patch, filled, "") {
        findings.error(
          value, quirk.pointer + "/patch" + pointer,
          "\(pointer) is a value with \"\(marker)\", which a patch replaces as a whole; write the whole value"
        )
      }
    }
  }

  private static func intoValues(
    _ patch: JSONValue, _ target: JSONValue?, _ pointer: String
  ) -> [(pointer: String, value: JSONValue, marker: String)] {
    guard let changes = patch.objectValue, !Merge.isValue(changes), let old = target?.objectValue
    else { return [] }
    guard Merge.isValue(old) else {
      return changes.flatMap { change in
        intoValues(
          change.value, old[change.name], JSONPointer.appending(change.name, to: pointer))
      }
    }
    let marker = old.names.first { $0.hasPrefix("$") && $0 != "$order" && $0 != "$claims" }
    guard let marker, changes.contains(where: { old[$0.name] != nil }) else { return [] }
    return [(pointer, patch, marker)]
  }
}
