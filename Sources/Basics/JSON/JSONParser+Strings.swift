extension JSONParser {
  /// `string` (RFC 8259 §7), at its opening quote.
  mutating func string() throws(JSONSyntaxError) -> String {
    if let plain = cursor.takePlainString() { return plain }
    let start = here
    cursor.advance()
    var text: [UInt8] = []
    while true {
      cursor.takePlain(into: &text)
      switch cursor.next {
      case nil:
        throw JSONSyntaxError(
          origin: start,
          sentence: "expected '\"' to end the string that starts here, found \(found)")
      case ASCII.quote:
        cursor.advance()
        return String(decoding: text, as: UTF8.self)
      case ASCII.backslash:
        text.append(contentsOf: try escape().utf8)
      case 0x0a, 0x0d:
        throw JSONSyntaxError(
          origin: here,
          sentence: "expected '\"' to end the string, found the end of the line;"
            + " a line break in a string is written \\n")
      case .some(0..<0x20):
        throw JSONSyntaxError(
          origin: here,
          sentence: "expected no control character in a string, found \(found);"
            + " it is written \(controlEscape)")
      default:
        guard let scalar = cursor.scalar else { throw unexpected("UTF-8") }
        text.append(contentsOf: scalar.utf8)
        cursor.advance(by: scalar.utf8.count)
      }
    }
  }

  /// What an escape stands for, at its backslash.
  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = here
    cursor.advance()
    let scalar: Unicode.Scalar
    switch cursor.next.map({ Unicode.Scalar($0) }) {
    case "\"": scalar = "\""
    case "\\": scalar = "\\"
    case "/": scalar = "/"
    case "b": scalar = "\u{8}"
    case "f": scalar = "\u{c}"
    case "n": scalar = "\n"
    case "r": scalar = "\r"
    case "t": scalar = "\t"
    case "u": return try unicodeEscape(start: start)
    default:
      throw unexpected(
        "one of \" \\ / b f n r t u after '\\'", hint: "a backslash itself is written \\\\")
    }
    cursor.advance()
    return scalar
  }

  /// `uXXXX`, at its u, with the second escape if it starts a surrogate pair.
  private mutating func unicodeEscape(start: Origin) throws(JSONSyntaxError) -> Unicode.Scalar {
    let high = try fourDigits()
    if let scalar = Unicode.Scalar(high) { return scalar }
    let written = "\\u" + String(high, radix: 16)
    guard high < 0xdc00 else {
      throw JSONSyntaxError(
        origin: start,
        sentence: "expected a high surrogate (\\ud800 to \\udbff) before the low one \(written);"
          + " half of a pair is no character")
    }
    if cursor.next == ASCII.backslash, cursor.peek(1) == 0x75 {
      cursor.advance()
      let low = try fourDigits()
      if (0xdc00...0xdfff).contains(low) {
        let value = 0x10000 + (UInt32(high) - 0xd800) << 10 + (UInt32(low) - 0xdc00)
        if let scalar = Unicode.Scalar(value) { return scalar }
      }
    }
    throw JSONSyntaxError(
      origin: start,
      sentence: "expected a low surrogate (\\udc00 to \\udfff) after the high one \(written);"
        + " half of a pair is no character")
  }

  private mutating func fourDigits() throws(JSONSyntaxError) -> UInt16 {
    cursor.advance()
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = cursor.next.flatMap(ASCII.hexValue) else {
        throw unexpected("four hexadecimal digits after \\u")
      }
      value = value << 4 | digit
      cursor.advance()
    }
    return value
  }

  private var controlEscape: String {
    var writer = JSONWriter(style: .compact)
    writer.quote(cursor.scalar.map { String($0) } ?? "")
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
