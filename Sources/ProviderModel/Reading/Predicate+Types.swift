import JOSE

/// Comparisons with a value that a fact never has.
extension Predicate {
  /// The first mistake of this comparison; `nil` if it may hold, or if it combines others, which are checked by themselves.
  /// - Parameter vocabulary: The names and values of the provider.
  func comparisonMistake(_ vocabulary: Vocabulary) -> String? {
    switch self {
    case .equal(let a, let b):
      a.mistake(beside: b, vocabulary) ?? b.mistake(beside: a, vocabulary)
        ?? a.constantMistake(beside: b)
    case .member(let needle, let entries):
      entries.lazy.compactMap {
        needle.mistake(beside: $0, vocabulary) ?? $0.mistake(ofElement: needle, vocabulary)
      }.first
    case .matches(let text, let pattern): text.mistake(matching: pattern)
    case .some(let list, _): list.listMistake
    case .less(let a, let b): a.sizeMistake ?? b.sizeMistake
    case .has, .all, .any, .not, .constant: nil
    }
  }
}

extension Template {
  private var fact: Fact? {
    guard let single, single.rest.isEmpty, single.filters.isEmpty else { return nil }
    return single.fact
  }

  /// Why the value of a placeholder is never the text of the other side.
  fileprivate func mistake(beside other: Template, _ vocabulary: Vocabulary) -> String? {
    guard let single, let text = other.literal, !text.isEmpty else { return nil }
    if let known = fact?.values, !known.contains(text) { return never(text, known) }
    if let slip = slip(text, vocabulary) { return slip }
    switch single.kind {
    case .flag where !["true", "false"].contains(text):
      return "\(source) is true or false, and never \"\(text)\""
    case .number where Int(text) == nil:
      return "\(source) is a number, and never \"\(text)\""
    case .list where !text.hasPrefix("["):
      return
        "\(source) is a list, and never the text \"\(text)\"; write { \"in\": [\"\(text)\", \"\(source)\"] }, or |join: behind the name"
    case .record where !text.hasPrefix("{"):
      return "\(source) is a record, and never the text \"\(text)\"; name one of its members"
    default: return nil
    }
  }

  /// The name of a fact that is compared as a text: the braces were forgotten.
  fileprivate func constantMistake(beside other: Template) -> String? {
    guard let literal, let text = other.literal else { return nil }
    let fact = [literal, text].first { text in
      let path = (try? TemplateSyntax.path(text)) ?? []
      return path.count > 1 && path.first.flatMap { FactTable.root($0) } != nil
    }
    return fact.map { "\"\($0)\" is a text here, which never changes; write {{\($0)}}" }
  }

  /// Why a text is never an element of this list.
  fileprivate func mistake(ofElement other: Template, _ vocabulary: Vocabulary) -> String? {
    guard let text = other.literal, !text.isEmpty else { return nil }
    guard single?.kind == .list else { return mistake(beside: other, vocabulary) }
    if let slip = slip(text, vocabulary) { return slip }
    return fact?.elementValues.flatMap { $0.contains(text) ? nil : never(text, $0) }
  }

  /// A text that is nearly one of the values that the provider declares. A quirk may have others.
  private func slip(_ text: String, _ vocabulary: Vocabulary) -> String? {
    guard let single, single.rest.isEmpty, single.filters.allSatisfy(\.splits) else { return nil }
    let known: [String] =
      switch single.fact {
      case .grant(.type): vocabulary.grants
      case .token(.name): vocabulary.credentials
      case .parameter(let slot): vocabulary.values(ofParameter: slot)
      default: []
      }
    guard !known.contains(text), Suggestion.nearest(to: text, among: known) != nil else {
      return nil
    }
    return never(text, known)
  }

  private func never(_ text: String, _ known: [String]) -> String {
    "\(source) is never \"\(text)\"" + Suggestion.hint(for: text, among: known)
  }

  /// Why no value of a placeholder matches a pattern.
  fileprivate func mistake(matching pattern: Pattern) -> String? {
    guard let known = fact?.values, !(known + [""]).contains(where: pattern.matches) else {
      return nil
    }
    return
      "\(source) never matches \"\(pattern.source)\"; known here: \(known.sorted().joined(separator: ", "))"
  }

  /// Why a side can't be compared by its size.
  fileprivate var sizeMistake: String? {
    if let literal {
      let isVersion = literal.split(separator: ".", omittingEmptySubsequences: false)
        .allSatisfy { Int($0) != nil }
      return isVersion
        ? nil : "\"less\" compares numbers and versions such as 5.81, found \"\(literal)\""
    }
    if let single, single.claimKind == .text, single.filters.isEmpty {
      return "\"less\" compares numbers and versions, and \(source) is a text"
    }
    switch single?.kind {
    case .flag, .list, .record:
      return
        "\"less\" compares numbers and versions, and \(source) is a \(single?.kind.rawValue ?? "")"
    default: return nil
    }
  }
}

extension Expression {
  /// Why a value has no elements.
  fileprivate var listMistake: String? {
    switch kind {
    case .text, .number, .flag, .record:
      "\"some\" looks at the elements of a list, and {{\(path)}} is a \(kind.rawValue)"
    case .list, .any: nil
    }
  }

  /// The same for a member of a shape.
  func listMistake(after member: String) -> String? {
    switch kind {
    // Many facts that come from a request have a list where a parameter is repeated.
    case .text where claimKind != .text: nil
    case .text, .number, .flag, .record:
      "expected a list after \(member), and {{\(path)}} is a \(kind.rawValue)"
    case .list, .any: nil
    }
  }
}

extension Filter {
  fileprivate var splits: Bool { if case .split = self { true } else { false } }
}

extension Vocabulary {
  /// The allowed values of a parameter; none if it may have any.
  fileprivate func values(ofParameter slot: Int) -> [String] {
    parameters.indices.contains(slot) ? valuesOfParameters[parameters[slot]] ?? [] : []
  }
}

extension Fact {
  /// The values of a fact that has only a few.
  fileprivate var values: [String]? {
    switch self {
    case .token(.status): ["active", "expired", "revoked", "spent", "other_client", "unknown"]
    case .token(.kind): ["access", "refresh"]
    case .client(.kind): Client.Kind.allCases.map(\.rawValue)
    case .client(.accessTokenFormat): Client.AccessTokenFormat.allCases.map(\.rawValue)
    case .requestMethod: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    case .providerSigningAlgorithm, .client(.idTokenAlgorithm), .client(.responseAlgorithm),
      .key(.alg):
      SignatureAlgorithm.allCases.map(\.rawValue) + ["HS256", "none"]
    default: nil
    }
  }

  /// The elements of a list that has only a few.
  fileprivate var elementValues: [String]? {
    switch self {
    case .provider(.parts): ProviderPartName.allCases.map(\.rawValue)
    default: nil
    }
  }
}
