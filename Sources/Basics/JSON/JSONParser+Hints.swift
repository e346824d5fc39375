// The last part of a message's sentence: how to mend the mistakes that people make. A hint is nil
// where a guess would mislead.

extension JSONParser {
  /// A byte order mark is refused (RFC 8259 §8.1 lets a reader choose): what writes one writes
  /// other surprises, and a fixture is compared byte by byte.
  func refuseByteOrderMark() throws(JSONSyntaxError) {
    let sentence: String
    switch (cursor.peek(0), cursor.peek(1), cursor.peek(2)) {
    case (0xef, 0xbb, 0xbf):
      sentence = "expected a value, found a byte order mark; save the file as UTF-8 without one"
    case (0xff, 0xfe, _), (0xfe, 0xff, _):
      sentence = "expected UTF-8, found a UTF-16 byte order mark; save the file as UTF-8"
    default: return
    }
    throw JSONSyntaxError(origin: here, sentence: sentence)
  }

  /// What can be said whatever was expected.
  var hintFromFound: String? {
    if isComment || cursor.next == ASCII.hash { return "JSON has no comments" }
    if cursor.next == 0 { return "is the file saved as UTF-16?" }
    guard let byte = cursor.next else { return nil }
    guard let scalar = cursor.scalar else { return "is the file saved in another encoding?" }
    switch scalar {
    case "'", "`", "‘", "’", "“", "”", "„", "«", "»":
      return "strings are written in straight double quotes"
    default: break
    }
    guard !ASCII.isSpace(byte), scalar.properties.isWhitespace else { return nil }
    return "only space, tab, line feed and carriage return are allowed between values"
  }

  /// Where a value should start.
  func hintForValue() -> String? {
    switch cursor.next {
    case ASCII.closeBracket, ASCII.closeBrace:
      // After a comma that is all there can be before a bracket in an array.
      return isAfterComma ? "remove the comma before it" : nil
    case ASCII.comma: return isAfterComma ? "remove one of the commas" : nil
    case ASCII.plus: return "a number has no '+' in front"
    case UInt8(ascii: "<"): return "this looks like HTML or XML, and JSON is read"
    case ASCII.dot: return "a number starts with a digit, as in 0.5"
    default: return hintForWord()
    }
  }

  private static let yaml =
    "this looks like YAML, and JSON is read, such as {\"name\": \"value\"}; convert it first, for example with yq"

  /// Where a bare word stands.
  func hintForWord() -> String? {
    let word = self.word
    if !word.isEmpty, cursor.peek(word.utf8.count) == UInt8(ascii: ":") { return Self.yaml }
    switch word.lowercased() {
    case "": return nil
    case "true", "false", "null": return "write \(word.lowercased())"
    case "nan", "inf", "infinity": return "JSON has no such number"
    case "undefined", "none", "nil": return "is null meant?"
    default: return "strings are written in double quotes"
    }
  }

  /// Where a member name should start.
  func hintForName(start: Origin) -> String? {
    switch cursor.next {
    case nil, ASCII.closeBracket: return stillOpen("object", start)
    case ASCII.closeBrace: return "remove the comma before it"
    case ASCII.comma: return isAfterComma ? "remove one of the commas" : nil
    case .some(let byte) where ASCII.startsWord(byte) || ASCII.isDigit(byte):
      return "names are written in double quotes"
    default: return nil
    }
  }

  /// Where the colon after a name should be.
  func hintForColon() -> String? {
    switch cursor.next {
    case 0x3d: "write ':'"
    case ASCII.comma, ASCII.closeBrace: "a member is a name, ':' and a value"
    case .some(let byte) where startsValue(byte): "is a colon missing?"
    default: nil
    }
  }

  /// Where a comma or the end of an array or object should be.
  func hintAfterItem(of kind: String, start: Origin) -> String? {
    switch cursor.next {
    case nil, ASCII.closeBrace, ASCII.closeBracket: stillOpen(kind, start)
    case ASCII.colon where kind == "array": "names and values belong in an object: '{' and '}'"
    case .some(let byte) where startsValue(byte): "is a comma missing?"
    default: nil
    }
  }

  /// After the value that a text is.
  func hintAfterRoot() -> String? {
    switch cursor.next {
    case ASCII.closeBrace, ASCII.closeBracket: "it closes nothing"
    case .some(let byte) where startsValue(byte) || byte == ASCII.comma: "a text holds one value"
    default: nil
    }
  }

  /// At the end of the text, where a value should start.
  func hintAtEnd() -> String? {
    cursor.offset == 0 ? "the text is empty" : nil
  }

  private func stillOpen(_ kind: String, _ start: Origin) -> String {
    "the \(kind) that starts at line \(start.line), column \(start.column) is still open"
  }

  private func startsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.quote, ASCII.openBrace, ASCII.openBracket, ASCII.minus: true
    default: ASCII.isDigit(byte) || ASCII.startsWord(byte)
    }
  }

  /// Whether the last byte before the cursor that is no white space is a comma.
  private var isAfterComma: Bool {
    let before = cursor.bytes[..<cursor.offset]
    return before.last { !ASCII.isSpace($0) } == ASCII.comma
  }
}
