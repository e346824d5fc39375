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
    guard let why = rule.lifetime.flawOfLifetime else { return }
    findings.error(nearest(place), place, why)
  }
}

extension Shape {
  fileprivate var flawOfLifetime: String? {
    switch self {
    case .single(let expression): expression.flawOfLifetime
    case .text(let template): template.single?.flawOfLifetime
    case .when(_, let then, let otherwise): then.flawOfLifetime ?? otherwise?.flawOfLifetime
    default: nil
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
    default: return nil
    }
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
