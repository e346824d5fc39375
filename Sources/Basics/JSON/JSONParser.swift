/// One reading of one text.
///
/// It keeps its own stack of open containers: recursion took 2 KiB of the thread's stack for each
/// level, and a thread of a static (musl) build has 128 KiB.
struct JSONParser {
  var cursor: ByteCursor
  let file: String
  let maximumDepth: Int
  /// The containers around the value being read, the root first.
  var open: [OpenContainer] = []
  var duplicates: [Duplicate] = []
  /// How many more bytes of pointers to duplicates may be made. Without a bound, a name of a
  /// megabyte around a hundred thousand repeats would take a hundred gigabytes.
  var pointerBytesLeft: Int

  init(bytes: [UInt8], file: String, maximumDepth: Int) {
    cursor = ByteCursor(bytes)
    self.file = file
    self.maximumDepth = maximumDepth
    pointerBytesLeft = (1 << 20) + 16 * bytes.count
  }

  /// `ws value ws` (RFC 8259 §2).
  mutating func document() throws(JSONSyntaxError) -> JSONDocument {
    try refuseByteOrderMark()
    cursor.skipSpace()
    let root = try value()
    cursor.skipSpace()
    guard cursor.next == nil else {
      throw unexpected("the end of the text after the value", hint: hintAfterRoot())
    }
    return JSONDocument(root: root, duplicates: duplicates)
  }

  /// `value` (RFC 8259 §3), at the cursor, with all that is in it.
  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    var expected = Expectation.root
    while true {
      if let container = container() {
        try enter(container)
        if !take(container.end) {
          expected = try beforeFirst(in: container)
          continue
        }
        if let value = try ended(container.closed, next: &expected) { return value }
      } else {
        let scalar = try scalar(expected: expected)
        if let value = try ended(scalar, next: &expected) { return value }
      }
    }
  }

  /// A value without values in it.
  /// - Parameter expected: what could stand here, for the sentence if nothing of it does.
  private mutating func scalar(expected: Expectation) throws(JSONSyntaxError) -> JSONValue {
    let origin = here
    guard let byte = cursor.next else { throw unexpected(words(for: expected), hint: hintAtEnd()) }
    if byte == ASCII.quote { return JSONValue(.string(try string()), origin: origin) }
    if byte == ASCII.minus || ASCII.isDigit(byte) {
      return JSONValue(.number(try number()), origin: origin)
    }
    guard let literal = literal() else {
      throw unexpected(words(for: expected), hint: hintForValue())
    }
    return JSONValue(literal, origin: origin)
  }

  /// `true`, `false` or `null`, in lower case and not as the start of a longer word.
  private mutating func literal() -> JSONValue.Content? {
    let content: JSONValue.Content
    let word = self.word
    switch word {
    case "true": content = .bool(true)
    case "false": content = .bool(false)
    case "null": content = .null
    default: return nil
    }
    cursor.advance(by: word.utf8.count)
    return content
  }

  /// The cursor's place.
  var here: Origin {
    Origin(file: file, line: cursor.line, column: cursor.column)
  }

  /// Moves past a byte if it stands at the cursor.
  mutating func take(_ byte: UInt8) -> Bool {
    guard cursor.next == byte else { return false }
    cursor.advance()
    return true
  }
}
