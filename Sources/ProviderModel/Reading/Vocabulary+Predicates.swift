import Basics

extension Vocabulary {
  /// The words that start a predicate.
  static let words = PredicateTable.rows.compactMap(\.word)
  /// Those that compare two things.
  private static let sides = ["eq": 2, "in": 2, "match": 2, "some": 2, "less": 2]

  func predicate(_ value: JSONValue, _ pointer: String, _ findings: Diagnostics) -> Predicate {
    let predicate = read(value, pointer, findings)
    if isChecking, let mistake = predicate.comparisonMistake(self) {
      findings.error(value, pointer, mistake)
    }
    return predicate
  }

  private func read(_ value: JSONValue, _ pointer: String, _ findings: Diagnostics) -> Predicate {
    if let constant = value.boolValue { return .constant(constant) }
    guard let object = value.objectValue, object.count == 1, let member = object.first else {
      let names = value.objectValue?.names ?? []
      findings.error(
        value, pointer,
        "expected one of \(Self.words.joined(separator: ", ")), found "
          + (names.count > 1
            ? "\(names.joined(separator: " and ")); put them into \"all\"" : value.found))
      return .constant(false)
    }
    let below = JSONPointer.appending(member.name, to: pointer)
    let list = member.value.arrayValue ?? []
    if let count = Self.sides[member.name], list.count != count {
      let found = member.value.arrayValue.map { "\($0.count) elements" } ?? member.value.found
      findings.error(member.value, below, "expected an array of two, found \(found)")
      return .constant(false)
    }
    func template(_ index: Int) -> Template? {
      guard list.indices.contains(index) else { return nil }
      return self.template(list[index], "\(below)/\(index)", findings, numbers: true)
    }
    switch member.name {
    case "has":
      guard let name = member.value.stringValue, !name.isEmpty else {
        findings.error(
          member.value, below, "expected the name of a fact, found \(member.value.found)")
        return .constant(false)
      }
      let path: [String]
      do {
        path = try TemplateSyntax.path(name)
      } catch {
        findings.error(member.value, below, error.sentence)
        return .constant(false)
      }
      do throws(Unknown) {
        // `has` accepts every name.
        let (fact, rest) = try fact(path, mayLack: true)
        return .has(Expression(fact: fact, rest: rest))
      } catch {
        findings.error(member.value, below, error.sentence, cause: error.cause)
        return .constant(false)
      }
    case "eq":
      guard let a = template(0), let b = template(1) else { return .constant(false) }
      return .equal(a, b)
    case "in":
      guard let needle = template(0) else { return .constant(false) }
      let entries = list.count > 1 ? list[1].arrayValue ?? [list[1]] : []
      return .member(
        needle, entries.compactMap { self.template($0, below + "/1", findings, numbers: true) })
    case "match":
      guard let text = template(0), list.count > 1, let source = list[1].stringValue else {
        findings.error(member.value, below, "expected [text, pattern]")
        return .constant(false)
      }
      do {
        return .matches(text, try Pattern(source))
      } catch {
        findings.error(list[1], below + "/1", error.sentence)
        return .constant(false)
      }
    case "some":
      guard let elements = template(0), list.count > 1, let expression = elements.single else {
        findings.error(member.value, below, "expected [list, condition]")
        return .constant(false)
      }
      let inner = going(through: expression)
      return .some(expression, inner.predicate(list[1], below + "/1", findings))
    case "less":
      guard let a = template(0), let b = template(1) else { return .constant(false) }
      return .less(a, b)
    case "all", "any":
      guard !list.isEmpty else {
        findings.error(
          member.value, below,
          "expected an array of conditions, found "
            + (member.value.arrayValue == nil ? member.value.found : "an empty one"))
        return .constant(false)
      }
      let inner = list.enumerated().map { predicate($1, "\(below)/\($0)", findings) }
      return member.name == "all" ? .all(inner) : .any(inner)
    case "not": return .not(predicate(member.value, below, findings))
    default:
      findings.error(
        member.value, below,
        "unknown condition \"\(member.name)\""
          + Suggestion.hint(for: member.name, among: Self.words))
      return .constant(false)
    }
  }
}
