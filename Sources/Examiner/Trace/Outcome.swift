/// What became of the client, by its own signs.
public struct Outcome: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case accepted, rejected, crashed, hung
    /// It gave no sign.
    case unknown
  }

  public var kind: Kind
  /// By which sign: "it exited with 0", "its probe URL answered 401".
  public var sign: String
  /// Where an exception that nobody caught comes from, if it is none of the language's own.
  var module: String?
  /// The error that it named itself.
  public var error: String?
  /// Whether it was seen by what the client does for its users, and not by what it says of itself.
  public var isSeenFromOutside = false
  public var subject: String?
  public var scopes: [String]?

  public init(_ kind: Kind, _ sign: String) {
    self.kind = kind
    self.sign = sign
  }
}
