import Basics

/// How the refusals of some endpoints look.
package struct ErrorTable: Sendable {
  package var entries: [Condition: ErrorRule] = [:]
  /// For every condition that is not named.
  package var fallback: ErrorRule?

  /// Where `$same` leads from a condition: the one that says how it looks.
  var shared: [Condition: Condition] = [:]

  /// The entry by whose name a condition's look is found.
  func place(of condition: Condition) -> String {
    if entries[condition] != nil { return (shared[condition] ?? condition).name }
    return Condition.elders[condition].map(place) ?? "*"
  }

  package func rule(_ condition: Condition) -> ErrorRule? {
    named(condition) ?? fallback
  }

  /// Its own, or that of the nearest elder that has one.
  private func named(_ condition: Condition) -> ErrorRule? {
    entries[condition] ?? Condition.elders[condition].flatMap(named)
  }
}

package final class ErrorRule: Sendable {
  /// A place in the provider's shapes.
  package let shape: Int?
  /// `code`, `text`, … as the shape's templates read them under `err`.
  package let facts: [(name: String, value: Shape)]
  package let status: Int?
  package let afterLogin: Bool

  init(
    shape: Int?,
    facts: [(name: String, value: Shape)],
    status: Int?,
    afterLogin: Bool
  ) {
    self.shape = shape
    self.facts = facts
    self.status = status
    self.afterLogin = afterLogin
  }
}
