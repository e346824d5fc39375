/// Text of foreign origin as it can be looked at: what would move the cursor, turn the line round or be no character of XML
/// is spelled out, `\x1b`.
enum Visible {
  /// On one line.
  static func line(_ text: String) -> String { spelled(text, keepsLines: false) }

  /// With its line breaks and tabs; `CR LF` is one break.
  static func lines(_ text: String) -> String { spelled(text, keepsLines: true) }

  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: false
    // Marks of direction, and line and paragraph separators.
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  private static func spelled(_ text: String, keepsLines: Bool) -> String {
    guard !text.unicodeScalars.allSatisfy(isPlain) else { return text }
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      switch scalar {
      case "\n" where keepsLines:
        if last == "\r" { result.removeLast(escape("\r").unicodeScalars.count) }
        result.append(scalar)
      case "\t" where keepsLines: result.append(scalar)
      case "\n", "\t",
        "\r" where !keepsLines:
        result.append(" ")
      case _ where isPlain(scalar): result.append(scalar)
      default: result.append(contentsOf: escape(scalar).unicodeScalars)
      }
    }
    return String(result)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return scalar.value < 0x100
      ? "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
      : "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// Its lines as they can be looked at, without the empty ones at the end.
  var lines: [String] {
    var lines = Visible.lines(self).unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { String($0) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
