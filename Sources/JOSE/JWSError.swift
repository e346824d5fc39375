/// Why a text is no JWS, or why its signature counts for nothing.
package struct JWSError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was expected and what was found, without a full stop. It never quotes the token itself.
  package var sentence: String

  package init(_ sentence: String) {
    self.sentence = sentence
  }

  package var description: String { sentence }
}
