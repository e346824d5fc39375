import Basics

/// Checks that a token is not over when it is issued.
extension ProviderReader {
  /// Reports a claim `exp` (RFC 7519 §4.1.4) that no client would accept.
  func checkEnd(_ form: CredentialRule.SignedForm, _ pointer: String) {
    let place = pointer + "/claims/exp"
    for shape in form.claims.values(of: "exp") ?? [] where shape.endsAtBirth {
      findings.error(
        nearest(place), place,
        "each token is over when it is issued; write its end, such as {{tok.access.ends}} (RFC 7519 §4.1.4)"
      )
    }
  }
}

extension ProviderReader {
  /// Reports a lifetime that is no number of seconds.
  func checkLifetime(_ rule: CredentialRule, _ pointer: String) {
    let place = pointer + "/lifetime"
    for expression in rule.lifetime.lifetimes {
      if let why = expression.flawOfLifetime { findings.error(nearest(place), place, why) }
      checkOwnNumber(expression)
    }
  }

  /// Reports a lifetime that the provider itself gives to clients or people, if it is no number of seconds.
  private func checkOwnNumber(_ expression: Expression) {
    let pointer: String
    switch expression.fact {
    case .clientMember(let name) where expression.rest.isEmpty:
      pointer = JSONPointer.appending(name, to: "/clients")
    case .person(let name?) where expression.rest.isEmpty:
      pointer = JSONPointer.appending(name, to: "/people")
    default: return
    }
    guard let value = tree.value(at: pointer), value.objectValue == nil,
      !(value.stringValue ?? "").contains("{{")
    else { return }
    if let text = value.stringValue, let seconds = Int(text), Bounds.seconds.contains(seconds) {
      return
    }
    let reader = FixtureReader(["": value], pointer, findings)
    _ = reader.isWithin(Bounds.seconds, value, pointer)
  }
}

extension Shape {
  /// The facts that a lifetime is made of.
  fileprivate var lifetimes: [Expression] {
    switch self {
    case .single(let expression): [expression]
    case .text(let template): [template.single].compactMap(\.self)
    case .when(_, let then, let otherwise): then.lifetimes + (otherwise?.lifetimes ?? [])
    default: []
    }
  }

  /// Whether it is an instant that is over: a number of the past, or the time of issue.
  fileprivate var endsAtBirth: Bool {
    switch self {
    case .constant(let value, _): value.integerValue.map { $0 < 1_767_225_600 } ?? false
    case .single(let expression): expression.isTimeOfIssue
    case .text(let template): template.single?.isTimeOfIssue ?? false
    default: false
    }
  }
}

extension Expression {
  fileprivate var flawOfLifetime: String? {
    let isNumber = filters.contains { filter in
      switch filter {
      case .number, .arithmetic: true
      default: false
      }
    }
    switch fact {
    case .query, .form, .rawQuery, .header:
      return
        "a lifetime is a number of seconds, and a request can have any text there; write {{req.NAME|number}} of a parameter with \"number\": true"
    case .credential:
      return "the lifetime of a credential is needed before it is issued; write the seconds"
    case .now where !isNumber, .grant(.issued) where !isNumber, .grant(.authTime) where !isNumber:
      return
        "a lifetime is a number of seconds, and this is an instant; write the seconds, such as 3600"
    case .client where !isNumber, .providerID, .providerTitle, .base, .host, .link:
      return
        "a lifetime is a number of seconds, and this is a text; write the seconds, such as 3600"
    default: break
    }
    guard [.text, .list, .record, .flag].contains(kind) else { return nil }
    return
      "a lifetime is a number of seconds, and {{\(path)}} is a \(kind.rawValue); write the seconds, such as 3600"
  }

  fileprivate var isTimeOfIssue: Bool {
    switch fact {
    case .now, .credential(_, .issued), .grant(.issued), .grant(.authTime): break
    default: return false
    }
    return filters.allSatisfy { filter in
      switch filter {
      case .arithmetic(.minus, .number), .number, .string: true
      case .arithmetic(.plus, .number(let seconds)): seconds <= 0
      default: false
      }
    }
  }
}
