/// A request that may come, of which not everything is known: what a predicate makes of it.
struct RequestGuess {
  /// What is known to be sent; a field that is neither here nor open is not sent.
  var fields: [String: String] = [:]
  /// Fields that may hold anything.
  var open: Set<String> = []
  /// Fields that always hold something.
  var sent: Set<String> = []
  /// Whether every field may hold anything.
  var isUnknown = false
  var moment = Moment()
  fileprivate var assumed: [Assumption] = []

  /// `nil` where it can't be told. What is not known is tried with each value that the predicate tells apart, so that a
  /// predicate which contradicts itself is found.
  func holds(_ predicate: Predicate) -> Bool? { decide(predicate) ?? inEveryWorld(predicate) }

  private func decide(_ predicate: Predicate) -> Bool? {
    switch predicate {
    case .constant(let value): return value
    case .has(let expression):
      if let fact = expression.bareFact {
        if moment.has(fact) || isOther(fact, expression.rest) { return true }
        if case .form(let name) = fact, sent.contains(name) { return true }
      }
      return value(of: expression).map { !$0.isEmpty }
    case .equal(let a, let b): return areSame(a, b) ?? truth(of: predicate)
    case .member(let needle, let list):
      let same = list.map { areSame(needle, $0) }
      if same.contains(true) { return true }
      return same.contains(nil) ? truth(of: predicate) : false
    case .matches(let text, let pattern):
      return self.text(text).map { pattern.matches($0) } ?? truth(of: predicate)
    case .less(let a, let b):
      guard let a = text(a), let b = text(b) else { return truth(of: predicate) }
      return Predicate.isLess(a, b)
    case .some(let list, let inner):
      if value(of: list)?.isEmpty == true { return false }
      return decide(inner) == false ? false : nil
    case .all(let predicates):
      let values = predicates.map(decide)
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    case .any(let predicates):
      let values = predicates.map(decide)
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    case .not(let inner): return decide(inner).map { !$0 }
    }
  }

  private func areSame(_ a: Template, _ b: Template) -> Bool? {
    if let a = text(a), let b = text(b) { return a == b }
    return differs(a, from: b) || differs(b, from: a) ? false : nil
  }

  /// Whether a value is known to be another one than this text.
  private func differs(_ template: Template, from other: Template) -> Bool {
    guard let literal = other.literal, let single = template.single, let fact = single.bareFact
    else { return false }
    return isOther(fact, single.rest) || (literal.isEmpty && moment.has(fact))
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
    if let assumption = assumption(fact, expression.rest) {
      guard let known = assumption.value else { return nil }
      value = known
    } else if let text = moment.text(of: fact), expression.rest.isEmpty {
      value = .text(text)
    } else if !moment.lacks(fact) {
      guard !isUnknown, case .form(let name) = fact, expression.rest.isEmpty,
        !open.contains(name), !sent.contains(name)
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

// MARK: Assumptions

/// The value of a fact, or the outcome of a comparison, in one of the worlds that a predicate tells apart.
private struct Assumption {
  var fact: Fact?
  var rest: [String] = []
  /// `nil` for one that differs from every text with which it is compared.
  var value: Value?
  /// A comparison that is looked at as a whole.
  var comparison = ""
  var holds = false
}

extension RequestGuess {
  /// A predicate that tells more apart is not followed.
  fileprivate static let mostWorlds = 512

  private func assumption(_ fact: Fact, _ rest: [String]) -> Assumption? {
    assumed.first { $0.fact == fact && $0.rest == rest }
  }

  private func isOther(_ fact: Fact, _ rest: [String]) -> Bool {
    assumption(fact, rest).map { $0.value == nil } ?? false
  }

  private func truth(of comparison: Predicate) -> Bool? {
    guard !assumed.isEmpty, let key = comparison.key else { return nil }
    return assumed.first { $0.comparison == key }?.holds
  }

  private func inEveryWorld(_ predicate: Predicate) -> Bool? {
    guard assumed.isEmpty else { return nil }
    var questions = Questions()
    questions.ask(predicate, moment)
    let asked = questions.list.filter { $0.count > 1 || $0.isNarrow }.map(\.answers)
    let count = asked.reduce(1) { min($0, Self.mostWorlds + 1) * max($1.count, 1) }
    guard !asked.isEmpty, count <= Self.mostWorlds else { return nil }
    var worlds: [[Assumption]] = [[]]
    for answers in asked { worlds = worlds.flatMap { world in answers.map { world + [$0] } } }
    var outcome: Bool?
    for world in worlds {
      var guess = self
      guess.assumed = world
      guard let holds = guess.decide(predicate), outcome ?? holds == holds else { return nil }
      outcome = holds
    }
    return outcome
  }
}

/// What a predicate asks about, with the answers that it tells apart.
private struct Questions {
  struct Question {
    var answers: [Assumption]
    var count = 1
    /// Whether only a few of all values can come.
    var isNarrow = false
  }
  var list: [Question] = []

  mutating func ask(_ predicate: Predicate, _ moment: Moment) {
    switch predicate {
    case .constant, .some: break
    case .has(let expression): ask(expression, [], moment)
    case .equal(let a, let b):
      if !ask(a, [b], moment), !ask(b, [a], moment) { ask(whole: predicate) }
    case .member(let needle, let entries):
      if !ask(needle, entries, moment) { ask(whole: predicate) }
    case .matches(let text, _):
      ask(text, [], moment)
      ask(whole: predicate)
    case .less: ask(whole: predicate)
    case .all(let predicates), .any(let predicates): for each in predicates { ask(each, moment) }
    case .not(let inner): ask(inner, moment)
    }
  }

  /// - Returns: Whether this is a comparison of one value with texts.
  @discardableResult
  private mutating func ask(_ side: Template, _ others: [Template], _ moment: Moment) -> Bool {
    let texts = others.compactMap(\.literal)
    guard let single = side.single, single.bareFact != nil, texts.count == others.count else {
      return false
    }
    ask(single, texts, moment)
    return true
  }

  private mutating func ask(_ expression: Expression, _ texts: [String], _ moment: Moment) {
    guard let fact = expression.bareFact else { return }
    let known = moment.values.first { $0.fact == fact && expression.rest.isEmpty }?.texts
    func answer(_ value: Value?) -> Assumption {
      Assumption(fact: fact, rest: expression.rest, value: value)
    }
    let kind = expression.kind
    func values(_ text: String) -> [Value] {
      guard kind == .any, let flag = ["true": true, "false": false][text] else {
        return [.text(text)]
      }
      return [.text(text), .flag(flag)]
    }
    let place = list.firstIndex {
      $0.answers.first.map { $0.fact == fact && $0.rest == expression.rest } ?? false
    }
    var question = place.map { list[$0] } ?? Question(answers: [], count: 0)
    question.count += 1
    question.isNarrow = known != nil
    if kind == .flag {
      question.answers = [true, false].map { answer(.flag($0)) }
    } else {
      let usual: [Value?] = known == nil ? (moment.has(fact) ? [nil] : [nil, Value.none]) : []
      for value in usual + (known ?? texts).flatMap(values).map(Optional.some)
      where question.answers.count <= RequestGuess.mostWorlds
        && !question.answers.contains(where: { $0.value == value })
      {
        question.answers.append(answer(value))
      }
    }
    if let place { list[place] = question } else { list.append(question) }
  }

  private mutating func ask(whole predicate: Predicate) {
    guard let key = predicate.key else { return }
    if let place = list.firstIndex(where: { $0.answers.first?.comparison == key }) {
      list[place].count += 1
    } else {
      list.append(
        Question(answers: [true, false].map { Assumption(comparison: key, holds: $0) }))
    }
  }
}

extension Expression {
  /// Its fact, if nothing is done to the value.
  fileprivate var bareFact: Fact? { filters.isEmpty ? fact : nil }
}

extension Predicate {
  /// The same for two comparisons of the same texts.
  fileprivate var key: String? {
    switch self {
    case .equal(let a, let b): "eq \(a.source)\n\(b.source)"
    case .member(let needle, let list):
      "in \(needle.source)\n" + list.map(\.source).joined(separator: "\n")
    case .matches(let text, let pattern): "match \(text.source)\n\(pattern.source)"
    case .less(let a, let b): "less \(a.source)\n\(b.source)"
    default: nil
    }
  }

  /// Its value if that is the same for every request; `nil` if a request can change it.
  var constant: Bool? { constant(at: Moment()) }

  /// The same at one place, where some facts are never known, and others always.
  func constant(at place: FactPlace?) -> Bool? { constant(at: Moment(place: place)) }

  func constant(at moment: Moment) -> Bool? {
    RequestGuess(isUnknown: true, moment: moment).holds(self)
  }
}
