/// Where a value or a name was written: what an editor needs to jump there.
package struct Origin: Sendable, Hashable, Codable {
  /// The file's name as the reader was given it.
  package var file: String
  /// The line, from 1. A line ends with a line feed.
  package var line: Int
  /// The column, from 1, in Unicode scalars: neither bytes nor what a person sees as one character.
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}
