extension Facts {
  package typealias ErrorFacts = [(name: String, value: Value)]

  /// What templates know of a refusal: what was found, and what the provider writes of it.
  /// - Parameter found: the facts that came with the refusal.
  package func error(
    _ condition: Condition, _ rule: ErrorRule?, found: ErrorFacts
  ) -> ErrorFacts {
    var inner = Evaluation(self)
    var error = found
    func set(_ name: String, _ value: Value?) {
      error.removeAll { $0.name == name }
      if let value { error.append((name, value)) }
    }
    set("condition", .text(condition.name))
    // A text may be made of those before it.
    for (name, shape) in rule?.facts ?? [] {
      let isDescription = name == "text"
      inner.error =
        isDescription
        ? error.map { fact in
          found.contains { $0.name == fact.name } ? (fact.name, fact.value.asDescribed) : fact
        } : error
      set(name, inner.value(of: shape))
    }
    return error
  }

  /// The members of an object shape, as they would be in an answer about another error.
  package func parameters(
    _ shape: Shape, error: ErrorFacts
  ) -> [(name: String, value: String)] {
    var inner = Evaluation(self)
    inner.error = error
    return inner.parameters(shape)
  }

  /// Whether the provider has words for what went wrong.
  package var hasErrorText: Bool {
    error.contains { $0.name == "text" && !$0.value.text.isEmpty }
  }
}

extension Value {
  /// What a client sent, as an `error_description` may repeat it (RFC 6749 §5.2): other characters than those of its grammar are `?`.
  fileprivate var asDescribed: Value {
    guard case .text(let text) = self else { return self }
    func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
      (0x20...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\"
    }
    guard !text.unicodeScalars.allSatisfy(isAllowed) else { return self }
    var described = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { described.append(isAllowed(scalar) ? scalar : "?") }
    return .text(String(described))
  }
}
