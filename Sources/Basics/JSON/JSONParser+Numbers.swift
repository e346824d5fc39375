extension JSONParser {
  /// The text of a `number` (RFC 8259 §6), at its minus or first digit.
  mutating func number() throws(JSONSyntaxError) -> String {
    let start = cursor.offset
    if cursor.next == ASCII.minus {
      cursor.advance()
      try requireDigit(after: "'-'")
    }
    if cursor.next == ASCII.zero {
      cursor.advance()
      try refuseLeadingZero()
    } else {
      skipDigits()
    }
    if cursor.next == ASCII.dot {
      cursor.advance()
      try requireDigit(after: "'.'")
      skipDigits()
    }
    if cursor.next == 0x65 || cursor.next == 0x45 {
      cursor.advance()
      if cursor.next == ASCII.plus || cursor.next == ASCII.minus { cursor.advance() }
      try requireDigit(after: "the exponent's 'e'")
      skipDigits()
    }
    let text = String(decoding: cursor.bytes[start..<cursor.offset], as: UTF8.self)
    if let byte = cursor.next, goesOn(byte) {
      throw unexpected("the number \(shortened(text)) to end")
    }
    return text
  }

  private mutating func skipDigits() {
    while let byte = cursor.next, ASCII.isDigit(byte) { cursor.advance() }
  }

  private func requireDigit(after what: String) throws(JSONSyntaxError) {
    if let byte = cursor.next, ASCII.isDigit(byte) { return }
    throw unexpected("a digit after \(what)", hint: hintForWord())
  }

  private func refuseLeadingZero() throws(JSONSyntaxError) {
    guard let byte = cursor.next else { return }
    if ASCII.isDigit(byte) {
      throw unexpected(
        "the number 0 to end", hint: "a number does not start with 0, unless it is 0 or 0.…")
    }
    if byte | 0x20 == 0x78 {
      throw unexpected("the number 0 to end", hint: "JSON has no hexadecimal numbers")
    }
  }

  /// Whether a byte right after a number looks meant as part of it, so that no comma is missing.
  private func goesOn(_ byte: UInt8) -> Bool {
    ASCII.startsWord(byte) || byte == ASCII.dot || byte == ASCII.plus || byte == ASCII.minus
  }
}
