/// A rule of the provider's own that a request must pass.
public struct Check: Sendable {
  public let name: String
  /// The check is made for each element of this list, as `item`.
  public let each: Expression?
  public let when: Predicate
  public let fail: Condition
  /// What was wrong, how to mend it, and which clause says so: for people and journals.
  public let why: Template?
  public let remedy: Template?
  public let clause: String?
}
