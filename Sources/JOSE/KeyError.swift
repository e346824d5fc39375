/// Why a key is refused, or could not be made or used.
package struct KeyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was expected, what was found and how to mend it, without a full stop:
  /// `expected a private key, found the certificate of one; give the file with its key`
  package var sentence: String
  /// The line of the text, from 1, where the trouble starts; nil where there are no lines.
  package var line: Int?

  package init(_ sentence: String, line: Int? = nil) {
    self.sentence = sentence
    self.line = line
  }

  package var description: String {
    line.map { "line \($0): \(sentence)" } ?? sentence
  }
}
