import Basics

extension FixtureSet {
  /// A provider file in which a misspelt member has the name that it was meant to have: without it, most of the file would be
  /// missing, and each missing part would be one more error.
  static func withKnownNames(_ root: JSONValue, _ findings: Diagnostics) -> JSONValue {
    guard let object = root.objectValue else { return root }
    let known = Set(ObjectSchema.provider.members.map(\.name))
    // Of a file without an id there is a sentence of its own.
    var missing = known.subtracting(object.names + ["id"]).sorted()
    let members = object.map { member -> JSONObject.Member in
      guard !known.contains(member.name), member.name != "kind",
        let meant = Suggestion.nearest(to: member.name, among: missing)
      else { return member }
      missing.removeAll { $0 == meant }
      findings.error(
        member.value, JSONPointer.appending(member.name, to: ""),
        "unknown member \"\(member.name)\"; did you mean \"\(meant)\"?")
      return JSONObject.Member(meant, member.value)
    }
    return JSONValue(.object(JSONObject(members)), origin: root.origin)
  }
}
