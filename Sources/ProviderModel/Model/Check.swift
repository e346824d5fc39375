/// A provider's own check of a request.
package final class Check: Sendable {
  package let name: String
  /// The check runs for each element of this list, as `item`.
  package let each: Expression?
  package let when: Predicate
  package let fail: Condition
  /// The mistake, how to fix it, and the specification: for people and journals.
  package let why: Template?
  package let remedy: Template?
  package let clause: String?

  init(
    name: String,
    each: Expression?,
    when: Predicate,
    fail: Condition,
    why: Template?,
    remedy: Template?,
    clause: String?
  ) {
    self.name = name
    self.each = each
    self.when = when
    self.fail = fail
    self.why = why
    self.remedy = remedy
    self.clause = clause
  }
}

/// The phases in which a fixture's own checks of an authorization request run, in order.
package enum CheckPhase: String, Sendable, CaseIterable { case address, request, scope, session }
