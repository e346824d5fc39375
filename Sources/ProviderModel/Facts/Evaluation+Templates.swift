import Basics

/// Templates, filled in.
extension Evaluation {
  func value(of expression: Expression) -> Value {
    if let pattern = expression.pattern {
      return .text(expression.once.map { drawn(pattern, once: $0) } ?? drawn(pattern))
    }
    guard let fact = expression.fact else { return .none }
    var value = value(of: fact)
    for name in expression.rest { value = certified(value, name) ?? value.member(name) }
    for filter in expression.filters {
      switch filter {
      case .own: value = Value(ownPath(value.text))
      case .arithmetic(let operation, let operand):
        if value != .none, value != .noNumber {
          value = .number(operation.apply(value.whole, number(operand)))
        }
      default: value = filter.apply(to: value, bits: facts.provider.scope.bits)
      }
    }
    return value
  }

  /// A member of a public key that rests on its certificate: made only where it is named.
  private func certified(_ key: Value, _ name: String) -> Value? {
    guard let certify = facts.certify, case .json(let key) = key, key["kty"] != nil,
      let kid = key["kid"]?.stringValue
    else { return nil }
    return certify(kid, name).map { Value($0) }
  }

  private func number(_ operand: Filter.Operand) -> Int {
    switch operand {
    case .number(let number): number
    case .named: 0
    case .fact(let expression): value(of: expression).whole
    }
  }

  /// A placeholder alone keeps the type of its value; `nil` drops the member that holds it.
  func value(of template: Template) -> Value? {
    guard let expression = template.single else { return text(template).map(Value.text) }
    return member(expression)
  }

  func member(_ expression: Expression) -> Value? {
    let value = value(of: expression)
    if expression.optional, value.isEmpty { return nil }
    if case .none = value {
      // Nobody is given an empty token: where a credential was not handed out, its member is left out.
      if case .credential? = expression.fact, expression.filters.isEmpty { return nil }
      return .text("")
    }
    return value
  }

  /// The text of a template, or `nil` when an optional placeholder has nothing to say.
  func text(_ template: Template) -> String? {
    if let literal = template.literal { return literal }
    if let expression = template.single {
      let value = value(of: expression)
      return expression.optional && value.isEmpty ? nil : value.text
    }
    var buffer: [UInt8] = []
    guard write(template.segments, escaped: false, into: &buffer, depth: 0) else { return nil }
    return String(decoding: buffer, as: UTF8.self)
  }

  /// A page: every value is escaped, and none of the page's own text.
  func page(_ template: Template) -> [UInt8] {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(6 << 10)
    return write(template.segments, escaped: true, into: &buffer, depth: 0) ? buffer : []
  }

  private func write(
    _ segments: [Template.Segment], escaped: Bool, into buffer: inout [UInt8], depth: Int
  ) -> Bool {
    guard depth < 12 else { return true }
    for segment in segments {
      switch segment {
      case .text(let text): buffer.append(contentsOf: text.utf8)
      case .value(let expression):
        let value = value(of: expression)
        if expression.optional, value.isEmpty { return false }
        let text = escaped && !expression.isRaw ? Markup.escape(value.text) : value.text
        buffer.append(contentsOf: text.utf8)
      case .when(let expression, let then, let otherwise):
        let branch = value(of: expression).isEmpty ? otherwise : then
        if !write(branch, escaped: escaped, into: &buffer, depth: depth + 1) { return false }
      case .each(let expression, let body):
        var inner = self
        for element in value(of: expression).elements ?? [] {
          inner.item = element
          if !inner.write(body, escaped: escaped, into: &buffer, depth: depth + 1) { return false }
        }
      case .part(let index):
        guard facts.provider.templates.indices.contains(index) else { continue }
        let part = facts.provider.templates[index].segments
        if !write(part, escaped: escaped, into: &buffer, depth: depth + 1) { return false }
      }
    }
    return true
  }

  // MARK: Predicates

  func holds(_ predicate: Predicate) -> Bool {
    switch predicate {
    case .constant(let value): return value
    case .has(let expression): return !value(of: expression).isEmpty
    case .equal(let a, let b): return (text(a) ?? "") == (text(b) ?? "")
    case .member(let needle, let list):
      let text = text(needle) ?? ""
      for entry in list {
        if let expression = entry.single {
          let value = value(of: expression)
          if case .texts(let texts) = value {
            if texts.contains(text) { return true }
            continue
          } else if let elements = value.elements {
            if elements.contains(where: { $0.text == text }) { return true }
            continue
          }
          if (expression.optional && value.isEmpty ? nil : value.text) == text { return true }
        } else if self.text(entry) == text {
          return true
        }
      }
      return false
    case .matches(let template, let pattern): return pattern.matches(text(template) ?? "")
    case .some(let list, let condition):
      var inner = self
      for element in value(of: list).elements ?? [] {
        inner.item = element
        if inner.holds(condition) { return true }
      }
      return false
    case .less(let a, let b): return Predicate.isLess(text(a) ?? "", text(b) ?? "")
    case .all(let predicates):
      for predicate in predicates where !holds(predicate) { return false }
      return true
    case .any(let predicates):
      for predicate in predicates where holds(predicate) { return true }
      return false
    case .not(let predicate): return !holds(predicate)
    }
  }
}
