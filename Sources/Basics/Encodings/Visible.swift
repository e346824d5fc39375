/// Text of foreign origin as it can be printed: nothing in it commands a terminal, a reader of lines, or a CI server.
///
/// What would move the cursor, turn the line round or be no character of XML is spelled out, `\x1b`. So is the second
/// character of what CI servers obey: `::error` where a line begins, and `##[error]` anywhere (GitHub Actions), with their
/// kin `##vso[` (Azure Pipelines) and `##teamcity[`.
package enum Visible {
  /// On one line.
  package static func line(_ text: String) -> String { spelled(text, keepsLines: false) }

  /// With its line breaks and tabs; `CR LF` is one break.
  package static func lines(_ text: String) -> String { spelled(text, keepsLines: true) }

  /// A JSON text that says the same: what would be spelled out is escaped as JSON does it.
  package static func json(_ text: String) -> String {
    guard needsSpelling(text) else { return text }
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      // Line breaks stand between the values of a JSON text, and in none of them.
      if scalar == "\n" || isPlain(scalar), !endsMark(scalars, index) {
        result.append(scalar)
      } else {
        for unit in UTF16.encode(scalar) ?? .init() {
          result.append(contentsOf: ("\\u" + hex(UInt32(unit), 4)).unicodeScalars)
        }
      }
    }
    return String(result)
  }

  package static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: true
    case 0..<0x20, 0x7F...0x9F: false
    // Marks of direction, line and paragraph separators, notes between lines, and tags that nobody sees.
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  /// Nearly no text does, and one look at its bytes shows it.
  private static func needsSpelling(_ text: String) -> Bool {
    var text = text
    var isPrintableASCII = true
    let hasDoubleMark = text.withUTF8 { bytes in
      var last: UInt8 = 0
      for byte in bytes {
        if byte == last, byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":") { return true }
        if byte < 0x20 || byte > 0x7E { isPrintableASCII = false }
        last = byte
      }
      return false
    }
    return hasDoubleMark || !isPrintableASCII && !text.unicodeScalars.allSatisfy(isPlain)
  }

  private static func spelled(_ text: String, keepsLines: Bool) -> String {
    guard needsSpelling(text) else { return text }
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    // Where only white space stands before it in its line.
    var begins = true
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if endsMark(scalars, index) || (begins && endsColons(scalars, index)) {
        result.append(contentsOf: escape(scalar).unicodeScalars)
        begins = false
        continue
      }
      switch scalar {
      case "\r" where keepsLines && next == "\n": continue
      case "\n" where keepsLines:
        result.append(scalar)
        begins = true
        continue
      case "\t" where keepsLines: result.append(scalar)
      case "\n", "\t",
        "\r" where !keepsLines:
        result.append(" ")
      case _ where isPlain(scalar): result.append(scalar)
      default: result.append(contentsOf: escape(scalar).unicodeScalars)
      }
      // The first colon of two is looked back at.
      begins = begins && (scalar.properties.isWhitespace || scalar == ":")
    }
    return String(result)
  }

  /// Whether this is the second `#` of `##[` or `##word[`.
  private static func endsMark(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard scalars[index] == "#", index > 0, scalars[index - 1] == "#" else { return false }
    return scalars[(index + 1)...].first { !isLetter($0) } == "["
  }

  /// Whether this is the second `:` of `::word`.
  private static func endsColons(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    scalars[index] == ":" && index > 0 && scalars[index - 1] == ":"
      && index + 1 < scalars.count && isLetter(scalars[index + 1])
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    (0x61...0x7A).contains(scalar.value | 0x20)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    scalar.value < 0x100 ? "\\x" + hex(scalar.value, 2) : "\\u" + hex(scalar.value, 4)
  }

  private static func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
