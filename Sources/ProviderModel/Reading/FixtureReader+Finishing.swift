import Basics

/// What files say of themselves, and what is left over when an object has been read.
extension FixtureReader {
  /// The version of the language.
  mutating func schema() {
    guard let schema = member("schema"), schema.integerValue != 1 else { return }
    findings.error(
      schema, at("schema"), "expected schema 1, found \(schema.numberText ?? schema.found)")
  }

  /// What kind of file it is.
  mutating func kind(_ kind: String) {
    guard let found = string("kind", required: true), found != kind else { return }
    findings.error(object["kind"], at("kind"), "expected \"\(kind)\", found \"\(found)\"")
  }

  /// To be called last: whatever was not asked for is unknown.
  package func finish() {
    for member in object where !asked.contains(member.name) {
      let origin = object.nameOrigin(member.name) ?? member.value.origin
      findings.add(Diagnostic(at: origin, at(member.name), sentence(about: member.name)))
    }
  }

  private func sentence(about name: String) -> String {
    // It is a member of such objects, but not of this one.
    if let only = form?.member(name)?.only, !only.isEmpty {
      return "\"\(name)\" says nothing here: it belongs to \(only)"
    }
    return "unknown member \"\(name)\"" + Suggestion.list(for: name, among: known)
  }

  /// What this object may hold: those that only some objects of the form may have, where it is one of them.
  private var known: [String] {
    guard let form else { return asked }
    return form.members.filter { $0.only.isEmpty || asked.contains($0.name) }.map(\.name)
  }
}
