import Basics

/// Names below `found`: records that variables, lookups and choices select. Another name is always empty.
extension ProviderReader {
  func checkFound() {
    let known = Set(
      body.variables.filter { $0.rule.table != nil || $0.rule.among != nil }.map(\.name)
        + body.lookups.map(\.name) + ["choices"])
    for member in tree.objectValue ?? JSONObject() where member.name != "quirks" {
      check(member.value, "/" + member.name, known)
    }
  }

  private func check(_ value: JSONValue, _ pointer: String, _ known: Set<String>) {
    if let text = value.stringValue, text.contains("found.") {
      for name in Self.names(in: text, isPath: pointer.hasSuffix("/has"))
      where !known.contains(name) {
        findings.error(
          value, pointer,
          "{{found.\(name)}} is always empty: no variable with a table and no lookup has this name"
            + Suggestion.hint(for: name, among: known.sorted()))
      }
    }
    for member in value.objectValue ?? JSONObject() {
      check(member.value, JSONPointer.appending(member.name, to: pointer), known)
    }
    for (index, element) in (value.arrayValue ?? []).enumerated() {
      check(element, "\(pointer)/\(index)", known)
    }
  }

  /// The names behind `found.` in placeholders.
  private static func names(in text: String, isPath: Bool) -> [String] {
    text.ranges(of: "found.").compactMap { range in
      let before = text[..<range.lowerBound]
      let isPlaceholder = before.hasSuffix("{{") || before.hasSuffix(" ") && before.contains("{{#")
      let isOperand = Filter.Arithmetic.allCases.contains { before.hasSuffix("|\($0.rawValue):") }
      guard isPlaceholder || isOperand || isPath && before.isEmpty else { return nil }
      let name = text[range.upperBound...].prefix {
        $0.isLetter || $0.isNumber || "_-".contains($0)
      }
      return name.isEmpty ? nil : String(name)
    }
  }
}
