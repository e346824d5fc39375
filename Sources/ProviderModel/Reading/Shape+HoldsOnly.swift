extension CredentialRule {
  /// Whether each of them is a number.
  var isNumber: Bool {
    guard case .text(let shape) = form, shape.facts.isEmpty else { return false }
    return shape.holdsOnly { (0x30...0x39).contains($0) }
  }
}

extension Shape {
  /// Whether the text has no other characters, as far as that is known: the value of a fact may hold anything.
  func holdsOnly(_ isAllowed: (UInt32) -> Bool) -> Bool {
    switch self {
    case .constant(let value, _):
      (value.stringValue ?? "").unicodeScalars.allSatisfy { isAllowed($0.value) }
    case .text(let template): template.segments.allSatisfy { $0.holdsOnly(isAllowed) }
    case .single(let expression): Template.Segment.value(expression).holdsOnly(isAllowed)
    case .when(_, let then, let otherwise):
      then.holdsOnly(isAllowed) && otherwise?.holdsOnly(isAllowed) != false
    default: true
    }
  }
}

extension Template.Segment {
  fileprivate func holdsOnly(_ isAllowed: (UInt32) -> Bool) -> Bool {
    switch self {
    case .text(let text): text.unicodeScalars.allSatisfy { isAllowed($0.value) }
    case .value(let expression):
      !expression.filters.isEmpty || expression.pattern?.root.holdsOnly(isAllowed) != false
    case .when(_, let then, let otherwise):
      (then + otherwise).allSatisfy { $0.holdsOnly(isAllowed) }
    case .each(_, let body): body.allSatisfy { $0.holdsOnly(isAllowed) }
    case .part: true
    }
  }
}
