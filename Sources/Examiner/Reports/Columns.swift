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
