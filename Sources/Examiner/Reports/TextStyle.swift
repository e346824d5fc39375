/// How text for people is set.
package struct TextStyle: Sendable, Equatable {
  package var isColoured: Bool
  /// The terminal's width in columns, or `nil` if the output isn't a terminal; then lines of checks are not cut.
  package var width: Int?

  package init(isColoured: Bool = false, width: Int? = nil) {
    self.isColoured = isColoured
    self.width = width.map { min(max($0, 40), 160) }
  }

  /// - Parameters:
  ///   - columns: the width of the terminal, or `nil` if the output isn't a terminal.
  ///   - environment: `NO_COLOR`, which counts unless it is empty (no-color.org), and `TERM`.
  package static func of(columns: Int?, environment: [String: String]) -> TextStyle {
    guard let columns else { return TextStyle() }
    let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    return TextStyle(isColoured: !isPlain, width: columns > 0 ? columns : 80)
  }

  /// Columns that running text is broken at.
  var measure: Int { min(width ?? 100, 100) }

  enum Colour: String {
    case good = "32"
    case bad = "1;31"
    case warn = "33"
    case odd = "35"
    case quiet = "2"
    case strong = "1"
  }

  func paint(_ text: String, _ colour: Colour) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Verdict {
  var colour: TextStyle.Colour {
    switch self {
    case .pass: .good
    case .fail, .error: .bad
    case .warn: .warn
    case .inconclusive: .odd
    case .skip: .quiet
    }
  }
}

/// Text measured in the columns of a terminal.
enum Columns {
  static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.value {
    case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F: return 0
    // East Asian wide forms, and pictures.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F1E6...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - self.width(of: text)))
  }

  /// The text cut to a number of columns; an ellipsis marks the cut.
  static func cut(_ text: String, _ most: Int) -> String {
    guard width(of: text) > most else { return text }
    var result = ""
    var used = 1
    for character in text {
      used += width(of: character)
      guard used <= most else { break }
      result.append(character)
    }
    return result + "…"
  }

  /// Broken at spaces; a word that is too long stands on a line of its own, whole, so that it can be copied.
  static func broken(_ text: String, at most: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let width = width(of: String(word))
      if used > 0, used + 1 + width > most {
        lines.append(line)
        (line, used) = ("", 0)
      }
      line += used > 0 ? " \(word)" : String(word)
      used += (used > 0 ? 1 : 0) + width
    }
    return used > 0 || lines.isEmpty ? lines + [line] : lines
  }
}
