import Basics

/// The members at the head of a file, and those that nothing has read.
extension FixtureReader {
  /// The version of the language.
  mutating func schema() {
    guard let schema = member("schema"), schema.integerValue != 1 else { return }
    findings.error(
      schema, at("schema"), "expected schema 1, found \(schema.numberText ?? schema.found)")
  }

  /// What kind of file it is.
  mutating func kind(_ kind: String) {
    let near = Suggestion.nearest(to: "kind", among: object.names)
    let isAlone = object["kind"] == nil && near == nil
    if isAlone, value.objectValue != nil {
      let schema = object["schema"] == nil ? "\"schema\": 1, " : ""
      findings.error(
        value, pointer,
        "expected a member \"kind\", found none; for a \(kind), add \(schema)\"kind\": \"\(kind)\"",
        cause: at("kind"))
    }
    guard let found = string("kind", required: !isAlone), found != kind else { return }
    findings.error(object["kind"], at("kind"), "expected \"\(kind)\", found \"\(found)\"")
  }

  /// To be called last: whatever was not asked for is unknown.
  package func finish() {
    for member in object where !asked.contains(member.name) {
      // Of an object whose kind can't be read, nobody knows what it may have.
      if form?.member(member.name)?.only.isEmpty == false, hasUnreadableKind { continue }
      let origin = object.nameOrigin(member.name) ?? member.value.origin
      findings.add(Diagnostic(at: origin, at(member.name), sentence(about: member.name)))
    }
  }

  private var hasUnreadableKind: Bool {
    guard case .choice(let kinds)? = type(of: "kind") else { return false }
    return object["kind"]?.stringValue.map { !kinds.contains($0) } ?? true
  }

  private func sentence(about name: String) -> String {
    // It is a member of such objects, but not of this one.
    if let only = form?.member(name)?.only, !only.isEmpty {
      return "\"\(name)\" says nothing here: it belongs to \(only)"
    }
    if form?.member(name) != nil {
      return "\"\(name)\" has no effect beside the other members of this object; remove it"
    }
    let sentence = "unknown member \"\(name)\""
    // It may belong one level deeper, as `delay` does to `then` of a rule.
    let outer = (form?.members ?? []).filter { $0.type.object?.member(name) != nil }
    if outer.count == 1, let outer = outer.first, Suggestion.nearest(to: name, among: known) == nil
    {
      return sentence + "; it belongs in \"\(outer.name)\""
    }
    // A list of all would hide the other mistakes of the file.
    if let place = form?.reference, known.count > Suggestion.mostListed {
      let question = Suggestion.question(for: name, among: known)
      return sentence
        + (question.isEmpty
          ? "; \(place) lists the \(known.count) members of this object" : question)
    }
    return sentence + Suggestion.list(for: name, among: known)
  }

  /// What this object may hold: those that only some objects of the form may have, where it is one of them.
  private var known: [String] {
    guard let form else { return asked }
    return form.members.filter { $0.only.isEmpty || asked.contains($0.name) }.map(\.name)
  }
}
