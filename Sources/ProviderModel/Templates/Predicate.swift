import JSON

/// A condition that a fixture states about a request: closed, total, without side effects.
public indirect enum Predicate: Sendable {
  case has([String])
  case equal(Template, Template)
  /// The text is one of a list: a literal array, or a template that yields one.
  case member(Template, [Template])
  case matches(Template, Pattern)
  /// At least one element of a list, as `item`, makes the inner condition true.
  case some(Template, Predicate)
  /// Numbers, or versions such as `5.81`, part by part.
  case less(Template, Template)
  case all([Predicate])
  case any([Predicate])
  case not(Predicate)
  case constant(Bool)
}

extension Context {
  public mutating func holds(_ predicate: Predicate) -> Bool {
    switch predicate {
    case .constant(let value): return value
    case .has(let path): return !Self.isEmpty(value(at: path))
    case .equal(let a, let b): return (text(a) ?? "") == (text(b) ?? "")
    case .member(let needle, let list):
      let text = text(needle) ?? ""
      return list.contains { entry in
        if let expression = entry.single, let array = value(of: expression)?.arrayValue {
          return array.contains { Filters.text($0) == text }
        }
        return self.text(entry) == text
      }
    case .matches(let template, let pattern): return pattern.matches(text(template) ?? "")
    case .some(let list, let inner):
      guard let elements = list.single.flatMap({ value(of: $0) })?.arrayValue else { return false }
      let outer = roots["item"]
      defer { roots["item"] = outer }
      return elements.contains { element in
        roots["item"] = element
        return holds(inner)
      }
    case .less(let a, let b): return Self.isLess(text(a) ?? "", text(b) ?? "")
    case .all(let predicates): return predicates.allSatisfy { holds($0) }
    case .any(let predicates): return predicates.contains { holds($0) }
    case .not(let predicate): return !holds(predicate)
    }
  }

  static func isLess(_ a: String, _ b: String) -> Bool {
    func parts(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? 0 } }
    var (x, y) = (parts(a), parts(b))
    while x.count < y.count { x.append(0) }
    while y.count < x.count { y.append(0) }
    return x.lexicographicallyPrecedes(y)
  }
}
