import Basics

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
