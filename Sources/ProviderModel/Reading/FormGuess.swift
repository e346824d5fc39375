/// A form that may come, of which not everything is known: what a predicate makes of it.
struct FormGuess {
  /// What is known to be sent; a field that is neither here nor open is not sent.
  var fields: [String: String] = [:]
  /// Fields that may hold anything.
  var open: Set<String> = []
  /// Whether every field may hold anything.
  var isUnknown = false
  /// The moment of the question: some facts are never known then, and others always.
  var place: FactPlace?

  /// `nil` where it can't be told.
  func holds(_ predicate: Predicate) -> Bool? {
    switch predicate {
    case .constant(let value): return value
    case .has(let expression):
      let isBare = expression.rest.isEmpty && expression.filters.isEmpty
      if isBare, let fact = expression.fact, place?.has(fact) == true { return true }
      return value(of: expression).map { !$0.isEmpty }
    case .equal(let a, let b):
      guard let a = text(a), let b = text(b) else { return nil }
      return a == b
    case .member(let needle, let list):
      guard let needle = text(needle) else { return nil }
      let texts = list.map { text($0) }
      if texts.contains(needle) { return true }
      return texts.contains(nil) ? nil : false
    case .matches(let text, let pattern): return self.text(text).map { pattern.matches($0) }
    case .less(let a, let b):
      guard let a = text(a), let b = text(b) else { return nil }
      return Predicate.isLess(a, b)
    case .some(let list, let inner):
      if value(of: list)?.isEmpty == true { return false }
      return holds(inner) == false ? false : nil
    case .all(let predicates):
      let values = predicates.map(holds)
      if values.contains(false) || predicates.contradictThemselves { return false }
      return values.contains(nil) ? nil : true
    case .any(let predicates):
      let values = predicates.map(holds)
      if values.contains(true) || predicates.contradictThemselves { return true }
      return values.contains(nil) ? nil : false
    case .not(let inner): return holds(inner).map { !$0 }
    }
  }

  private func text(_ template: Template) -> String? {
    var text = ""
    for segment in template.segments {
      switch segment {
      case .text(let literal): text += literal
      case .value(let expression):
        guard let value = value(of: expression) else { return nil }
        text += value.text
      default: return nil
      }
    }
    return text
  }

  private func value(of expression: Expression) -> Value? {
    guard let fact = expression.fact else { return nil }
    var value = Value.none
    if place?.lacks(fact) != true {
      guard !isUnknown, case .form(let name) = fact, expression.rest.isEmpty, !open.contains(name)
      else { return nil }
      value = Value(fields[name])
    }
    for filter in expression.filters {
      switch filter {
      case .own, .bits, .arithmetic: return nil
      default: value = filter.apply(to: value, bits: [])
      }
    }
    return value
  }
}

extension Predicate {
  /// Its value if that is the same for every request; `nil` if a request can change it.
  var constant: Bool? { constant(at: nil) }

  /// The same at one moment, where some facts are never known, and others always.
  func constant(at place: FactPlace?) -> Bool? {
    FormGuess(isUnknown: true, place: place).holds(self)
  }
}

extension [Predicate] {
  /// Whether one of them is the opposite of another: a fact is there and is not there.
  fileprivate var contradictThemselves: Bool {
    func path(_ predicate: Predicate) -> (Fact, [String])? {
      guard case .has(let expression) = predicate, expression.filters.isEmpty else { return nil }
      return expression.fact.map { ($0, expression.rest) }
    }
    let opposites = compactMap { predicate -> (Fact, [String])? in
      if case .not(let inner) = predicate { path(inner) } else { nil }
    }
    return compactMap(path).contains { known in opposites.contains { $0 == known } }
  }
}
