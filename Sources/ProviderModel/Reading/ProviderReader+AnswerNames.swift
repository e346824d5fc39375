import Basics

/// Checks of the names of `answers`: each is a response type that a request can have.
extension ProviderReader {
  /// The words of response types (OAuth 2.0 Multiple Response Type Encoding Practices §§3–5).
  private static let words = ["code", "token", "id_token", "none"]

  func checkAnswerNames() {
    var seen: [String: String] = [:]
    for (name, _) in body.answers {
      let pointer = JSONPointer.appending(name, to: "/answers")
      func report(_ sentence: String) {
        findings.error(tree.value(at: pointer), pointer, sentence)
      }
      let words = name.split(separator: " ").map(String.init)
      if words.isEmpty { report("expected a response type such as \"code\", found an empty text") }
      if let other = seen.updateValue(name, forKey: AnswerRule.sorted(name)) {
        report(
          "\"\(other)\" and \"\(name)\" are the same response type, as the order of its words does not count; remove one of them"
        )
      }
      // A service may have response types of its own.
      let slip = words.first { !Self.words.contains($0) && $0.count > 2 }
      guard let slip, let near = Suggestion.nearest(to: slip, among: Self.words) else { continue }
      report("there is no response type \"\(slip)\"; did you mean \"\(near)\"?")
    }
  }
}
