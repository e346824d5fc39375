extension Facts {
  /// Shows a refusal to templates: what came with it, and what the provider writes of it.
  package func show(_ rule: ErrorRule?, of condition: Condition, mode: String) {
    setError("condition", .text(condition.name))
    for (name, shape) in rule?.facts ?? [] { setError(name, value(of: shape)) }
    self.mode = mode
  }

  /// What a provider writes of a denial, shown while an address is made of it.
  func setError(_ name: String, _ value: Value?) {
    error.removeAll { $0.name == name }
    if let value { error.append((name, value)) }
  }

  /// Whether the provider has words for what went wrong.
  package var hasErrorText: Bool {
    error.contains { $0.name == "text" && !$0.value.text.isEmpty }
  }
}
