/// Reads JSON strictly as RFC 8259 has it: no comments, no trailing commas, no byte order mark, and
/// no half of a surrogate pair, which §8.2 calls unpredictable. Takes time linear in the text.
package struct JSONReader: Sendable {
  /// Nothing deeper is ever read: reading needs no stack for it, but freeing, comparing and writing a
  /// tree do.
  static let deepest = 512

  private let maximumDepth: Int
  private let maximumBytes: Int

  /// - Parameters:
  ///   - maximumDepth: how many arrays and objects may stand one inside the other; 512 at most.
  ///   - maximumBytes: how long a text may be.
  package init(maximumDepth: Int = 64, maximumBytes: Int = 4 << 20) {
    self.maximumDepth = min(maximumDepth, Self.deepest)
    self.maximumBytes = maximumBytes
  }

  /// The tree of a text.
  ///
  /// Of members with one name the last gives the value and the first the place; each repeat is in
  /// the document's `duplicates`.
  /// - Parameters:
  ///   - bytes: the text in UTF-8 (RFC 8259 §8.1).
  ///   - file: what origins call the text.
  /// - Throws: the first place where the text is not JSON, or that it is too long or too deep.
  package func read(_ bytes: [UInt8], file: String) throws(JSONSyntaxError) -> JSONDocument {
    guard bytes.count <= maximumBytes else {
      throw JSONSyntaxError(
        origin: Origin(file: file, line: 1, column: 1),
        sentence: "expected at most \(maximumBytes) bytes, found \(bytes.count)")
    }
    var parser = JSONParser(bytes: bytes, file: file, maximumDepth: maximumDepth)
    return try parser.document()
  }
}

/// The result of reading one text.
package struct JSONDocument: Sendable {
  package var root: JSONValue
  /// Every repeated member name, in written order. (Only where their pointers together outgrow the
  /// text many times over, as in no file that a person wrote, does the list end early.)
  package var duplicates: [Duplicate]

  package init(root: JSONValue, duplicates: [Duplicate] = []) {
    self.root = root
    self.duplicates = duplicates
  }
}

/// A member whose name its object already has.
///
/// RFC 8259 §4 only says that names should be unique. Here a repeat is read, since the wire has
/// them, and reported, since in a file that a person wrote it is a mistake.
package struct Duplicate: Sendable, Equatable {
  package var name: String
  /// Where the name is repeated.
  package var origin: Origin
  /// Where the object has it for the first time.
  package var first: Origin
  /// The member's JSON Pointer (RFC 6901).
  package var pointer: String

  package init(name: String, origin: Origin, first: Origin, pointer: String) {
    self.name = name
    self.origin = origin
    self.first = first
    self.pointer = pointer
  }
}

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
