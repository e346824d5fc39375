/// Why a text is not JSON: the first place where it stops being JSON, and a sentence for its author.
package struct JSONSyntaxError: Error, Sendable, Equatable {
  /// Where the offending text starts.
  package var origin: Origin
  /// What was expected, what was found and how to mend it, without a full stop:
  /// `expected ',' or '}' after the member "id", found '"'; is a comma missing?`
  package var sentence: String

  package init(origin: Origin, sentence: String) {
    self.origin = origin
    self.sentence = sentence
  }
}
