import Basics

/// Text for XML and HTML, whatever stands in it.
enum Markup {
  /// For content, and for attributes in double quotes. Characters that XML forbids (XML 1.0 §2.2) are spelled out.
  static func text(_ text: String) -> String { escaped(Visible.lines(text), isAttribute: false) }

  /// For an attribute in double quotes; its line breaks stay, which a reader would make blanks of.
  static func attribute(_ text: String) -> String {
    escaped(Visible.lines(text), isAttribute: true)
  }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count + text.utf8.count / 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      // `]]>` may stand in no content.
      case ">": result += "&gt;"
      case "\"" where isAttribute: result += "&quot;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t" where isAttribute: result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Text for Markdown, whatever stands in it.
enum MarkdownText {
  /// In a cell or a line: no mark of Markdown or HTML means anything in it.
  static func cell(_ text: String) -> String {
    var result = ""
    for scalar in Visible.line(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // Nobody is called by a report.
      case "@": result += "&#64;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "!", "$":
        result += "\\"
        result.unicodeScalars.append(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Between backticks, also in a cell.
  static func code(_ text: String) -> String {
    var result = ""
    for scalar in Visible.line(text).unicodeScalars {
      switch scalar {
      case "`": result += "'"
      case "|": result += "\\|"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func link(_ text: String, to address: String?) -> String {
    guard let address, address.hasPrefix("https://") else { return cell(text) }
    let plain = Visible.line(address).unicodeScalars.filter {
      !"<>| \\".unicodeScalars.contains($0)
    }
    return "[\(cell(text))](<\(String(String.UnicodeScalarView(plain)))>)"
  }

  /// Lines in a fence that is longer than any within.
  static func fenced(_ lines: [String], _ language: String = "") -> [String] {
    var most = 2
    for line in lines {
      var run = 0
      for scalar in line.unicodeScalars {
        run = scalar == "`" ? run + 1 : 0
        most = max(most, run)
      }
    }
    let fence = String(repeating: "`", count: most + 1)
    return [fence + language] + lines.map { Visible.line($0) } + [fence]
  }
}
