import Basics

/// Texts that are compared with what comes over the wire, or go there as they stand: each is one line.
extension ProviderReader {
  /// The members of a provider that hold such texts.
  private static let wire = [
    "id", "hosts", "bases", "vars", "tables", "endpoints", "links", "cookies", "parameters",
    "scope",
    "binds", "token", "fedcm", "styles", "after_post", "response_modes",
  ]
  /// Members of theirs that are for people.
  private static let prose: Set<String> = ["why", "remedy", "clause", "known", "item", "signature"]

  func checkLines() {
    for name in Self.wire {
      if let value = tree[name] { checkLines(value, "/\(name)") }
    }
    for answer in tree["answers"]?.objectValue ?? JSONObject() {
      let pointer = JSONPointer.appending(answer.name, to: "/answers") + "/suffix"
      tree.value(at: pointer).map { checkLines($0, pointer) }
    }
    for shape in tree["shapes"]?.objectValue ?? JSONObject() {
      let pointer = JSONPointer.appending(shape.name, to: "/shapes") + "/redirect/suffix"
      tree.value(at: pointer).map { checkLines($0, pointer) }
    }
  }

  private func checkLines(_ value: JSONValue, _ pointer: String) {
    if let text = value.stringValue, !HeaderText.isPart(text) {
      return findings.error(
        value, pointer, "expected one line of text, found a line break or another control character"
      )
    }
    for member in value.objectValue ?? JSONObject() where !Self.prose.contains(member.name) {
      let below = JSONPointer.appending(member.name, to: pointer)
      if !HeaderText.isPart(member.name) {
        findings.error(
          member.value, below,
          "expected a name on one line, found a line break or another control character")
      }
      checkLines(member.value, below)
    }
    for (index, element) in (value.arrayValue ?? []).enumerated() {
      checkLines(element, "\(pointer)/\(index)")
    }
  }
}
