/// Why a text is no JWS, or why its signature counts for nothing.
public struct JWSError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was expected and what was found, without a full stop. It never quotes the token itself.
  public var sentence: String

  public init(_ sentence: String) {
    self.sentence = sentence
  }

  public var description: String { sentence }
}
