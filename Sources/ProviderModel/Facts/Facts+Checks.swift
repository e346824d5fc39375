/// What a check that was not passed says, in the fixture's own words.
package struct CheckFailure: Sendable {
  /// The element of the list that the check is made for each of.
  package let element: String?
  package let why: String?
  package let remedy: String?
}

extension Facts {
  /// How a request fails a check; `nil` where it passes.
  package func failure(of check: Check) -> CheckFailure? {
    guard let each = check.each, let elements = value(of: each).elements else {
      return holds(check.when) ? said(check, nil) : nil
    }
    let outer = item
    defer { item = outer }
    for element in elements {
      item = element
      if holds(check.when) { return said(check, element) }
    }
    return nil
  }

  private func said(_ check: Check, _ element: Value?) -> CheckFailure {
    // What is said draws nothing that the answer would draw.
    let kept = random
    defer { random = kept }
    var text: String?
    if case .text(let known)? = element { text = known }
    return CheckFailure(
      element: element == nil ? nil : text ?? "", why: check.why.flatMap { self.text($0) },
      remedy: check.remedy.flatMap { self.text($0) })
  }
}
