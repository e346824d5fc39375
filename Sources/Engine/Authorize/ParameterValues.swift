import ProviderModel

/// The values that a fixture allows for parameters.
enum ParameterValues {
  /// Parameters whose values the fixture lists.
  static func check(
    _ rules: [(name: String, rule: ParameterRule)], at catalogue: Condition.Catalogue,
    _ context: RequestContext
  ) throws(Refusal) {
    for (name, rule) in rules
    where rule.values != nil || rule.alone != nil || rule.isNumber {
      guard case .text(let value) = context.facts.arguments[rule.slot], !value.isEmpty else {
        continue
      }
      let words = rule.isList ? value.split(separator: " ").map(String.init) : [value]
      let known = rule.values.map { known in words.allSatisfy(known.contains) } ?? true
      let alone = rule.alone.map { words.count > 1 && words.contains($0) } ?? false
      let number = !rule.isNumber || Int(value).map { $0 >= 0 } ?? false
      if known, !alone, number { continue }
      let (flaw, expected) =
        if !number {
          value.utf8.allSatisfy { (0x30...0x39).contains($0) }
            ? ("is too large", "a number of at most \(Int.max)")
            : ("is not a whole number", "a whole number")
        } else if alone {
          ("has other values beside \(rule.alone ?? "")", "\(rule.alone ?? "") on its own")
        } else {
          (
            "is not known here" + Suggestion.question(for: value, among: rule.values ?? []),
            "one of: \((rule.values ?? []).joined(separator: ", "))"
          )
        }
      throw Refusal(
        rule.invalid, at: catalogue, facts: [("param", rule.wire), ("value", value)],
        "\(rule.wire)=\(value.shortened) \(flaw)",
        clause: catalogue == .authorize
          ? ofOpenID.contains(name) ? "OpenID Connect Core §3.1.2.1" : "RFC 6749 §4.1.2.1"
          : "RFC 6749 §5.2",
        remedy: "send \(expected)")
    }
  }

  /// The parameters that OpenID Connect adds and gives values or a type.
  private static let ofOpenID = ["display", "max_age", "prompt"]
}
