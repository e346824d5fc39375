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
