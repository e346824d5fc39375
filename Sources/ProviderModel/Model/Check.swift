/// A rule of the provider's own that a request must pass.
package final class Check: Sendable {
  package let name: String
  /// The check is made for each element of this list, as `item`.
  package let each: Expression?
  package let when: Predicate
  package let fail: Condition
  /// What was wrong, how to mend it, and which clause says so: for people and journals.
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

/// When a fixture's own checks of an authorization request run, in this order.
package enum CheckPhase: String, Sendable, CaseIterable { case address, request, scope, session }
