// The second half of a message's sentence: what stands at the cursor, in words.

extension JSONParser {
  /// An error at the cursor. A hint that what was found gives away goes before the place's own.
  func unexpected(_ expected: String, hint: String? = nil) -> JSONSyntaxError {
    let hint = (hintFromFound ?? hint).map { "; " + $0 } ?? ""
    return JSONSyntaxError(origin: here, sentence: "expected \(expected), found \(found)\(hint)")
  }

  /// What stands at the cursor, fit for "found …".
  var found: String {
    guard let byte = cursor.next else { return "the end of the text" }
    if byte == ASCII.lineFeed || byte == 0x0d { return "the end of the line" }
    if byte == ASCII.singleQuote { return "a single quote" }
    if isComment { return "a comment" }
    if !word.isEmpty { return "'\(shortened(word))'" }
    guard let scalar = cursor.scalar else {
      // Only bytes from 0x80 on can fail to be UTF-8, so two digits it is.
      return "the byte 0x\(String(byte, radix: 16))"
    }
    if scalar.isASCII, byte > 0x20, byte != 0x7f { return "'\(scalar)'" }
    switch scalar.properties.generalCategory {
    case .control: return "the control character \(codePoint(scalar))"
    case .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse:
      // Nothing to see: its name is all there is to search for.
      return scalar.properties.name.map { "\(codePoint(scalar)) (\($0.lowercased()))" }
        ?? codePoint(scalar)
    default: return "'\(scalar)'"
    }
  }

  /// The bare word at the cursor; empty if none starts there.
  var word: String {
    guard let first = cursor.next, ASCII.startsWord(first) else { return "" }
    var length = 1
    while let byte = cursor.peek(length), ASCII.startsWord(byte) || ASCII.isDigit(byte) {
      length += 1
    }
    return String(decoding: cursor.bytes[cursor.offset..<cursor.offset + length], as: UTF8.self)
  }

  var isComment: Bool {
    guard cursor.next == ASCII.slash, let second = cursor.peek(1) else { return false }
    return second == ASCII.slash || second == ASCII.star
  }

  /// A name in quotes as JSON has it, so that no control character reaches a terminal: not those either that JSON may
  /// leave as they are.
  func quoted(_ name: String) -> String {
    var writer = JSONWriter(style: .compact)
    writer.quote(shortened(name))
    var quoted = ""
    for scalar in String(decoding: writer.bytes, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  /// Text short enough for a sentence.
  func shortened(_ text: String) -> String {
    let most = 40
    var scalars = text.unicodeScalars.prefix(most)
    guard scalars.endIndex < text.unicodeScalars.endIndex else { return text }
    scalars.append("…")
    return String(String.UnicodeScalarView(scalars))
  }

  private func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
