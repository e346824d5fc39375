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
