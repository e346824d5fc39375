/// What a check that was not passed says, in the fixture's own words.
package struct CheckFailure: Sendable {
  /// The element of the list that the check is made for each of.
  package let element: String?
  package let why: String?
  package let remedy: String?
}

extension Evaluation {
  /// How a request fails a check; `nil` where it passes.
  func failure(of check: Check) -> CheckFailure? {
    guard let each = check.each else { return holds(check.when) ? said(check, nil) : nil }
    var inner = self
    for element in value(of: each).elements ?? [] {
      inner.item = element
      if inner.holds(check.when) { return inner.said(check, element) }
    }
    return nil
  }

  private func said(_ check: Check, _ element: Value?) -> CheckFailure {
    var text: String?
    if case .text(let known)? = element { text = known }
    let aside = self.aside
    return CheckFailure(
      element: element == nil ? nil : text ?? "", why: check.why.flatMap { aside.text($0) },
      remedy: check.remedy.flatMap { aside.text($0) })
  }
}
