import JSON

/// A kind of client, and the checks that it is examined by.
public struct Profile: Sendable {
  public var id: String
  public var title: String
  public var about: String
  /// The provider that is played, unless the command line names another.
  public var provider: String
  public var responseType: String
  public var scope: String
  /// What stands in the sandbox's cast.
  public var client: JSONValue
  /// Abilities that a client of this kind is taken to have.
  public var assumes: [String]
  /// Abilities that it has when it says so.
  public var may: [String]
  /// Ids of the passive checks that apply.
  public var passive: [String]
  public var checks: [Check]
}
