/// A form that may come, of which not everything is known: what a predicate makes of it.
struct FormGuess {
  /// What is known to be sent; a field that is neither here nor open is not sent.
  var fields: [String: String] = [:]
  /// Fields that may hold anything.
  var open: Set<String> = []
  /// Whether every field may hold anything.
  var isUnknown = false

  /// `nil` where it can't be told.
  func holds(_ predicate: Predicate) -> Bool? {
    switch predicate {
    case .constant(let value): return value
    case .has(let expression): return value(of: expression).map { !$0.isEmpty }
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
    case .some(_, let inner): return holds(inner) == false ? false : nil
    case .all(let predicates):
      let values = predicates.map(holds)
      if values.contains(false) { return false }
      return values.contains(nil) ? nil : true
    case .any(let predicates):
      let values = predicates.map(holds)
      if values.contains(true) { return true }
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
    guard !isUnknown, case .form(let name)? = expression.fact, expression.rest.isEmpty,
      !open.contains(name)
    else { return nil }
    var value = Value(fields[name])
    for filter in expression.filters {
      switch filter {
      case .own, .bits: return nil
      default: value = filter.apply(to: value, bits: [])
      }
    }
    return value
  }
}

extension Predicate {
  /// Its value if that is the same for every request; `nil` if a request can change it.
  var constant: Bool? { FormGuess(isUnknown: true).holds(self) }
}
