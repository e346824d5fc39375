/// A rule of the provider's own that a request must pass.
public final class Check: Sendable {
  public let name: String
  /// The check is made for each element of this list, as `item`.
  public let each: Expression?
  public let when: Predicate
  public let fail: Condition
  /// What was wrong, how to mend it, and which clause says so: for people and journals.
  public let why: Template?
  public let remedy: Template?
  public let clause: String?

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
