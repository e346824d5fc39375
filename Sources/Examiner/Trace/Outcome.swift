/// What became of the client, by its own signs.
package struct Outcome: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case accepted, rejected, crashed, hung
    /// It gave no sign.
    case unknown
  }

  package var kind: Kind
  /// What shows it: "it exited with 0", "its probe URL answered 401".
  package var sign: String
  /// The module of an uncaught exception that isn't built into the language.
  var module: String?
  /// The error that it named itself.
  package var error: String?
  /// Whether it was seen by what the client does for its users, and not by what it says of itself.
  package var isSeenFromOutside = false
  package var subject: String?
  package var scopes: [String]?

  package init(_ kind: Kind, _ sign: String) {
    self.kind = kind
    self.sign = sign
  }
}
