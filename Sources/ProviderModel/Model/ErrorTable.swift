import Basics

/// The responses to refused requests at some endpoints.
package struct ErrorTable: Sendable {
  package var entries: [Condition: ErrorRule] = [:]
  /// The entry for all other conditions.
  package var fallback: ErrorRule?

  /// The condition whose entry applies, after following `$same`.
  var shared: [Condition: Condition] = [:]

  /// The name of the entry that applies to a condition.
  func place(of condition: Condition) -> String {
    if entries[condition] != nil { return (shared[condition] ?? condition).name }
    return Condition.elders[condition].map(place) ?? "*"
  }

  package func rule(_ condition: Condition) -> ErrorRule? {
    named(condition) ?? fallback
  }

  /// Its own entry, or that of the nearest ancestor that has one.
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
