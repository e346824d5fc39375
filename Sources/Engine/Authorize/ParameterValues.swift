import ProviderModel

/// The values that a fixture allows for parameters.
enum ParameterValues {
  /// Parameters whose values the fixture lists.
  static func check(
    _ rules: [(name: String, rule: ParameterRule)], at catalogue: Condition.Catalogue,
    _ context: RequestContext
  ) throws(Refusal) {
    for (_, rule) in rules
    where rule.values != nil || rule.alone != nil || rule.isNumber {
      guard case .text(let value) = context.facts.arguments[rule.slot], !value.isEmpty else {
        continue
      }
      let words = rule.isList ? value.split(separator: " ").map(String.init) : [value]
      let known = rule.values.map { known in words.allSatisfy(known.contains) } ?? true
      let alone = rule.alone.map { words.count > 1 && words.contains($0) } ?? false
      let number = !rule.isNumber || Int(value).map { $0 >= 0 } ?? false
      if known, !alone, number { continue }
      let expected =
        !number
        ? "a whole number"
        : alone
          ? "\(rule.alone ?? "") on its own"
          : "one of: \((rule.values ?? []).joined(separator: ", "))"
      throw Refusal(
        rule.invalid, at: catalogue, facts: [("param", rule.wire), ("value", value)],
        "\(rule.wire)=\(value) is not known here"
          + Suggestion.question(for: value, among: rule.values ?? []),
        clause: catalogue == .authorize ? "RFC 6749 §4.1.2.1" : "RFC 6749 §5.2",
        remedy: "send \(expected)")
    }
  }
}
