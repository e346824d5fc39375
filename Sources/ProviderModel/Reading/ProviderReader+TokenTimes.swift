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

extension Shape {
  /// Whether it is an instant that is over: a number of the past, or the time of issue.
  fileprivate var endsAtBirth: Bool {
    switch self {
    case .constant(let value, _): value.integerValue.map { $0 < 1_600_000_000 } ?? false
    case .single(let expression): expression.isTimeOfIssue
    case .text(let template): template.single?.isTimeOfIssue ?? false
    default: false
    }
  }
}

extension Expression {
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
